# retrograph in a container: the program, what browsers run, manual pages and completions.
#
#   docker build -t retrograph .
#   docker run --rm -v "$PWD:/data" retrograph solve triangle -n 12 --db triangle-12
#   docker run --rm -v "$PWD:/data" -p 8080:8080 retrograph serve --db triangle-12 --bind 0.0.0.0 --host localhost
#
# Run it with --user "$(id -u)" where files should be yours.
FROM rust:1.95-bookworm AS build
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends make g++ clang libclang-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
ENV CARGO_TARGET_DIR=/target
RUN make install DESTDIR=/installed PREFIX=/usr/local

FROM debian:bookworm-slim
COPY --from=build /installed/ /
RUN useradd --uid 1000 --create-home solver && mkdir /data && chown solver /data
USER 1000
WORKDIR /data
EXPOSE 8080
ENTRYPOINT ["retrograph"]
CMD ["--help"]
