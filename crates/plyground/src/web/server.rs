//! The server: where it listens, how it begins and ends.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use plyground_core::quote;
use tokio::sync::watch;

use super::assets::Assets;
use super::connections::{self, Bounds};
use super::guard::{Guard, new_token};
use super::programs::{Programs, RegisteredPlayer};
use super::routes::App;
use super::tournaments::{Tournament, Tournaments};
use super::work::Work;

/// The port if none is asked for.
pub const DEFAULT_PORT: u16 = 7777;

/// Ports that are tried after one that is taken.
const MORE_PORTS: u16 = 50;

/// How long an ending server waits for answers that are on their way, and then for searches and programs, which end
/// within some 20 ms. It ends within a second.
const TO_END: Duration = Duration::from_millis(200);

/// How long a client may take for the body of a request.
const TO_SEND: Duration = Duration::from_secs(10);

/// What a server is to do.
#[derive(Clone, Debug)]
pub struct Options {
    /// The name or address to listen on; `None` for this machine only.
    pub host: Option<String>,
    /// The port, or the first to try; 0 for any.
    pub port: u16,
    /// The folder of the page; `None` for the files that are embedded.
    pub web_dir: Option<PathBuf>,
    /// Players that can be asked for moves.
    pub programs: Vec<RegisteredPlayer>,
    /// Tournaments to be shown.
    pub tournaments: Vec<Tournament>,
}

impl Default for Options {
    /// This machine only, at the usual port, without programs and tournaments.
    fn default() -> Self {
        Self { host: None, port: DEFAULT_PORT, web_dir: None, programs: Vec::new(), tournaments: Vec::new() }
    }
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
}

/// Why a server does not listen.
#[derive(Debug, thiserror::Error)]
pub enum BindError {
    /// The host is unknown.
    #[error("host {}: {_1}; expected a name or address of this machine", quote(_0))]
    Host(String, io::Error),
    /// The system does not let it listen at a port of a host; both as messages name them.
    #[error("port {0} of {1}: {2}; choose another with --port or --host")]
    Refused(u16, String, io::Error),
    /// Somebody else listens at every port from the first to the last.
    #[error("ports {0} to {1}: {1} and those before it are taken; choose another with --port")]
    Taken(u16, u16),
    /// The host has no address to which these ports could belong.
    #[error("ports {0} to {1}: no address; choose another with --port")]
    NoAddress(u16, u16),
    /// The port that was asked for cannot be used.
    #[error("port {0}: {1}; expected a port to listen on")]
    Unusable(u16, io::Error),
    /// The system has no random numbers.
    #[error("random numbers of the system: {0}")]
    Random(getrandom::Error),
}

impl Server {
    /// Listens at the port that is asked for, or the next that is free. `stop` ends the server and all that
    /// it computes.
    ///
    /// # Errors
    ///
    /// If the host is unknown or no port is free.
    pub fn bind(options: Options, stop: Arc<AtomicBool>) -> Result<Self, BindError> {
        let Options { host, port, web_dir, programs, tournaments } = options;
        let listener = listen(host.as_deref(), port)?;
        let cannot = |error| BindError::Unusable(port, error);
        let address = listener.local_addr().map_err(cannot)?;
        listener.set_nonblocking(true).map_err(cannot)?;
        let random = || new_token().map_err(BindError::Random);
        let guard = Guard::new(address, host.as_deref(), random()?);
        let places = std::thread::available_parallelism().map_or(2, usize::from).max(2);
        let app = App {
            guard,
            work: Work::new(places, stop),
            assets: Assets::new(web_dir),
            programs: Arc::new(Programs::new(programs)),
            tournaments: Arc::new(Tournaments::new(tournaments)),
            to_send: TO_SEND,
            instance: random()?,
        };
        Ok(Self { listener, address, app: Arc::new(app) })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address to open in a browser on this machine.
    pub fn url(&self) -> String {
        let ip = self.address.ip();
        let ip = if ip.is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { ip };
        format!("http://{}/", SocketAddr::new(ip, self.address.port()))
    }

    /// Serves until `stop` is raised; then connections are closed and computations stopped.
    ///
    /// # Errors
    ///
    /// If the system refuses what a server needs.
    pub fn run(self) -> io::Result<()> {
        let Self { listener, app, .. } = self;
        let work = app.work.clone();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
        let result = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let (ending, ended) = watch::channel(false);
            let late = async {
                work.stopped().await;
                // Somebody is listening as long as the server is there.
                let _ = ending.send(true);
                tokio::time::sleep(TO_END).await;
            };
            tokio::select! {
                () = connections::serve(listener, app, Bounds::here(), ended) => {}
                () = late => {}
            }
            Ok(())
        });
        runtime.shutdown_timeout(TO_END);
        result
    }
}

fn listen(host: Option<&str>, port: u16) -> Result<TcpListener, BindError> {
    let ips: Vec<SocketAddr> = match host {
        None => vec![SocketAddr::from((Ipv4Addr::LOCALHOST, 0))],
        Some(host) => (host.trim_start_matches('[').trim_end_matches(']'), 0)
            .to_socket_addrs()
            .map_err(|error| BindError::Host(host.to_owned(), error))?
            .collect(),
    };
    let last = if port == 0 { 0 } else { port.saturating_add(MORE_PORTS) };
    for port in port..=last {
        for ip in &ips {
            match TcpListener::bind(SocketAddr::new(ip.ip(), port)) {
                Ok(listener) => return Ok(listener),
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
                Err(error) => {
                    let host = host.map_or_else(|| "this machine".to_owned(), quote);
                    return Err(BindError::Refused(port, host, error));
                }
            }
        }
    }
    Err(if ips.is_empty() { BindError::NoAddress(port, last) } else { BindError::Taken(port, last) })
}
