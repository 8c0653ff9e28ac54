//! `retrograph serve`: solved games and proofs in a browser and over HTTP.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs, UdpSocket};
use std::path::PathBuf;

use super::advice::Advised;
use super::failure::{Code, Failure};
use super::first_games::FirstGames;
use super::printable::printable;
use super::programs::engine_file;
use super::proofs::open_proof;
use super::signals::end_when_asked;
use base::units::{parse_threads, processors};
use engine::Family;
use serve::{Kind, Program, ServeError, ServeOptions, Served, serve};

/// Serve databases and proofs over HTTP: pages to look at positions and play, and a JSON API
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph serve                           # two small games to begin with
  retrograph serve --db triangle-12          # then open http://localhost:8080/
  retrograph serve --db triangle-12 c4-11 --port 9000
  retrograph serve --proof ham8.proof ham9.proof     # lose to Maker
  retrograph serve --db triangle-12 --proof ham8.proof
  retrograph serve --db triangle-12 --bind 0.0.0.0 --host lab.example.org
  curl 'http://localhost:8080/api/databases/triangle-12/value?position=0-1,2-3'
  curl 'http://localhost:8080/api/proofs/ham8/reply?moves=0-1,2-3'

/api describes the API, /api/openapi.json does so for programs. Only this
computer is served unless --bind is given. There is no encryption and no
password, but nothing can be changed and no other file can be read. Levels
that a run seals meanwhile are seen within seconds, as is another database in
the place of one. Proofs are checked at the
start, as by check-proof.

Requests must name this computer (localhost, 127.0.0.1, [::1]) or a --host
NAME, so that foreign pages in your browser cannot read the databases. With a
--bind address of the network, every name is accepted unless --host is given.
With 0.0.0.0 or :: what is printed is what others type.

Without --db and --proof, Sim and the triangle game on 8 vertices are solved
first; nothing of them stays when the server ends.

Ctrl-C (SIGINT) or SIGTERM ends it within two seconds, with exit code 0.")]
pub(super) struct Args {
    /// Folders of databases
    #[arg(long = "db", value_name = "DIR", num_args = 1..)]
    folders: Vec<PathBuf>,
    /// Proofs of `retrograph prove`, to be played against
    #[arg(long = "proof", value_name = "FILE", num_args = 1..)]
    proofs: Vec<PathBuf>,
    /// Port to listen on; 0 chooses any free port
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// Address to listen on, or a name of this computer such as localhost; 0.0.0.0 or :: stands for all its addresses
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = parse_bind)]
    bind: IpAddr,
    /// A name that requests may use for this server besides localhost; may be repeated
    #[arg(long = "host", value_name = "NAME", value_parser = parse_host)]
    hosts: Vec<String>,
    /// Number of threads [default: all processors]
    #[arg(long, value_parser = parse_threads)]
    threads: Option<usize>,
}

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    let opened = args.proofs.iter().map(|file| {
        // It may take minutes.
        if stderr().is_terminal() {
            let _ = writeln!(stderr(), "checking {}", printable(&file.to_string_lossy()));
        }
        Ok((file.clone(), open_proof(file, None)?))
    });
    let proofs = opened.collect::<Result<Vec<_>, Failure>>()?;
    let first = match args.folders.is_empty() && proofs.is_empty() {
        true => Some(FirstGames::solve(family)?),
        false => None,
    };
    let options = ServeOptions {
        databases: match &first {
            Some(first) => first.served(),
            None => args.folders.into_iter().map(Served::from).collect(),
        },
        address: SocketAddr::new(args.bind, args.port),
        hosts: args.hosts.clone(),
        threads: args.threads.unwrap_or_else(processors),
        engine: Program::open(Kind::Engine, &engine_file(None)).ok(),
    };
    let listening = |address: SocketAddr, names: &[&str]| {
        end_when_asked();
        // The address need not be read by whoever started the server.
        let mut out = stdout();
        let addresses = typed(address, &args.hosts).join(" or ");
        let _ = writeln!(out, "{addresses} shows {}", printable(&names.join(", ")));
        let _ = out.flush();
    };
    serve(family, &options, proofs, listening).map_err(|error| match error {
        ServeError::Open { folder, error } => super::database::not_opened(&folder, error),
        ServeError::Bind { .. } | ServeError::Start(_) => Failure::new(Code::Failed, error.advised()),
    })
}

/// The addresses that browsers understand where the server listens on `address` and answers to the names `hosts`.
fn typed(address: SocketAddr, hosts: &[String]) -> Vec<String> {
    if !address.ip().is_unspecified() {
        return vec![format!("http://{address}/")];
    }
    let far = [
        Ipv4Addr::new(192, 0, 2, 1).into(),
        "2001:db8::1".parse::<Ipv6Addr>().expect("it is one").into(),
    ];
    // A server of all addresses of the sixth version is one of the fourth too.
    let own = far
        .into_iter()
        .filter(|far: &IpAddr| far.is_ipv4() || address.is_ipv6())
        .filter_map(address_towards);
    let mut own: Vec<IpAddr> = own.collect();
    if own.is_empty() {
        own.push(Ipv4Addr::LOCALHOST.into());
    }
    let numbers = own
        .into_iter()
        .map(|ip| format!("http://{}/", SocketAddr::new(ip, address.port())));
    let names = hosts.iter().map(|host| match host.rsplit_once(':') {
        Some((_, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !host.ends_with(']') => {
            format!("http://{host}/")
        }
        _ => format!("http://{host}:{}/", address.port()),
    });
    numbers.chain(names).collect()
}

/// The address of this computer from which the way to a `far` one begins, if there is a way. Nothing is sent.
fn address_towards(far: IpAddr) -> Option<IpAddr> {
    let any: IpAddr = match far {
        IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
        IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    };
    let socket = UdpSocket::bind((any, 0)).ok()?;
    socket.connect((far, 9)).ok()?;
    let own = socket.local_addr().ok()?.ip();
    (!own.is_unspecified()).then_some(own)
}

/// An address, or a name that stands for this computer alone: what others may reach is given as an address, so that no
/// change of names opens it.
fn parse_bind(text: &str) -> Result<IpAddr, String> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    if let Ok(address) = bare.unwrap_or(text).parse() {
        return Ok(address);
    }
    if let Some((_, port)) = text.rsplit_once(':')
        && port.parse::<u16>().is_ok()
    {
        return Err("give the address alone, and the port with --port".into());
    }
    let found = (text, 0).to_socket_addrs().into_iter().flatten();
    let mut found: Vec<IpAddr> = found.map(|address| address.ip()).collect();
    // Browsers try it first.
    found.sort_by_key(IpAddr::is_ipv6);
    match found[..] {
        [] => Err("give an address such as 127.0.0.1, or 0.0.0.0 for all of this computer".into()),
        [first, ..] if found.iter().all(IpAddr::is_loopback) => Ok(first),
        [first, ..] => Err(format!(
            "this name stands for {first}, which others may reach; give that address"
        )),
    }
}

/// A name without port, or an address.
fn parse_host(text: &str) -> Result<String, String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '[' | ']');
    if text.is_empty() || !text.chars().all(is_part) {
        return Err("give a name as it follows http:// in browsers, such as lab.example.org".into());
    }
    Ok(text.into())
}
