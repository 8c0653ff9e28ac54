//! The host names that the server accepts.
//!
//! A foreign page can make its own name resolve to 127.0.0.1 (DNS rebinding); a browser then takes this server for the
//! foreign one and lets the page read it. But the request still contains the foreign name.

use std::net::{IpAddr, Ipv6Addr};

use axum::http::header::{HOST, ORIGIN};
use axum::http::{Request, StatusCode, Version};

use super::failure::ApiError;

/// The hosts that a request may name.
#[derive(Clone, Debug)]
pub(super) struct Hosts {
    /// Names given, in lower case.
    names: Vec<String>,
    /// Whether only this computer can connect.
    is_loopback: bool,
}

impl Hosts {
    /// Creates the hosts of a server that listens on `address` and was given these names.
    pub fn new(address: IpAddr, names: &[String]) -> Self {
        Self {
            names: names.iter().map(|name| bare(name)).collect(),
            is_loopback: address.is_loopback(),
        }
    }

    /// Refuses a request that names another host, in its address, in `Host` or in `Origin`.
    pub fn check<B>(&self, request: &Request<B>) -> Result<(), ApiError> {
        if !self.is_loopback && self.names.is_empty() {
            return Ok(());
        }
        let headers = request.headers();
        if request.version() >= Version::HTTP_11 && !headers.contains_key(HOST) {
            let message = "the request names no host; send a Host header";
            return Err(ApiError::bad_request(message));
        }
        let refused = |said: &str| {
            let said: String = said.chars().take(100).collect();
            let message = format!(
                "this server does not answer to '{}'; open http://localhost with its port, or start it with --host NAME",
                said.escape_debug()
            );
            Err(ApiError::new(StatusCode::FORBIDDEN, "wrong_host", message))
        };
        let in_address = request.uri().authority().map(|authority| authority.as_str());
        let in_headers = headers.get_all(HOST).iter().map(|value| value.to_str().unwrap_or("?"));
        for said in in_address.into_iter().chain(in_headers) {
            if !self.has(said) {
                return refused(said);
            }
        }
        // Browsers name the page that sends the request. A foreign page could not read the answer, but would cause
        // work.
        for value in headers.get_all(ORIGIN) {
            let said = value.to_str().unwrap_or("?");
            let host = said.split_once("://").map_or("", |(_, host)| host);
            if !self.has(host) {
                return refused(said);
            }
        }
        Ok(())
    }

    /// Returns whether `said`, a host with an optional port, is accepted.
    fn has(&self, said: &str) -> bool {
        let host = bare(said);
        if self.names.contains(&host) || host == "localhost" || host.ends_with(".localhost") {
            return true;
        }
        let address = match host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            Some(inner) => inner.parse::<Ipv6Addr>().map(IpAddr::V6),
            None => host.parse(),
        };
        // A numeric address cannot be made to point elsewhere.
        address.is_ok_and(|address| !self.is_loopback || address.is_loopback())
    }
}

/// Returns the host without its port and without the final dot, in lower case.
fn bare(host: &str) -> String {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.ends_with(':') => {
            // The last number of a bare IPv6 address is not a port.
            if name.contains(':') && !name.ends_with(']') {
                host
            } else {
                name
            }
        }
        _ => host,
    };
    name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOPBACK: [&str; 10] = [
        "localhost",
        "LocalHost:8080",
        "localhost.",
        "a.localhost:1",
        "127.0.0.1",
        "127.0.0.1:8080",
        "127.9.8.7:1",
        "[::1]",
        "[::1]:8080",
        "localhost:",
    ];
    const OTHERS: [&str; 12] = [
        "",
        "evil.example",
        "evil.example:8080",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "evillocalhost",
        "192.168.1.5:8080",
        "[::2]:8080",
        "0.0.0.0",
        "localhost@evil.example",
        "evil.example#localhost",
        "?",
    ];

    #[test]
    fn on_loopback_only_loopback_names_and_those_given_are_ours() {
        let hosts = Hosts::new("127.0.0.1".parse().unwrap(), &[]);
        LOOPBACK.iter().for_each(|host| assert!(hosts.has(host), "{host}"));
        OTHERS.iter().for_each(|host| assert!(!hosts.has(host), "{host}"));
        let given = Hosts::new("::1".parse().unwrap(), &["Lab.Example".into(), "other:80".into()]);
        for host in ["lab.example", "LAB.example:9", "lab.example.", "other", "other:81"] {
            assert!(given.has(host) && !hosts.has(host), "{host}");
        }
        OTHERS.iter().for_each(|host| assert!(!given.has(host), "{host}"));
    }

    #[test]
    fn elsewhere_names_count_once_one_is_given_and_addresses_always_do() {
        let given = Hosts::new("0.0.0.0".parse().unwrap(), &["lab".into()]);
        for host in ["lab:80", "192.168.1.5:8080", "[fe80::1]:8080", "localhost"] {
            assert!(given.has(host), "{host}");
        }
        assert!(!given.has("evil.example"));
        let asked = |hosts: &Hosts| {
            let request = Request::builder().header(HOST, "evil.example").body(()).unwrap();
            hosts.check(&request).is_ok()
        };
        assert!(asked(&Hosts::new("0.0.0.0".parse().unwrap(), &[])));
        assert!(!asked(&given));
    }
}
