//! Answers without sockets, as the page on this machine would get them.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use tokio::runtime::{Builder, Runtime};

use super::DEFAULT_PORT;
use super::assets::Assets;
use super::guard::{Guard, TOKEN_HEADER};
use super::programs::Programs;
use super::routes::{App, handle};
use super::server::TO_SEND;
use super::tournaments::Tournaments;
use super::work::Work;

/// The longest body that is read, in bytes.
const MOST_BODY: usize = 1 << 26;

/// Searches at a time.
const PLACES: usize = 2;

/// A server that listens nowhere, without programs and tournaments. Whoever asks it is taken for its own page.
#[derive(Debug)]
pub struct Offline {
    app: Arc<App>,
    runtime: Runtime,
}

/// What a request is answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The status of HTTP.
    pub status: u16,
    /// The header `Content-Type`; empty if there is none.
    pub media_type: String,
    /// The body.
    pub body: Vec<u8>,
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoAnswer {
    /// HTTP allows no such request.
    NoRequest,
    /// It did not come, or not whole, in time.
    Late,
}

impl Offline {
    /// A server.
    ///
    /// # Errors
    ///
    /// If the system refuses what a server needs.
    pub fn new() -> io::Result<Self> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, DEFAULT_PORT));
        let app = App {
            guard: Guard::new(address, None, "offline".to_owned()),
            work: Work::new(PLACES, Arc::default()),
            assets: Assets::new(None),
            programs: Arc::new(Programs::new(Vec::new())),
            tournaments: Arc::new(Tournaments::new(Vec::new())),
            to_send: TO_SEND,
            instance: "offline".to_owned(),
        };
        let runtime = Builder::new_current_thread().enable_time().build()?;
        Ok(Self { app: Arc::new(app), runtime })
    }

    /// Answers a request; `target` is path and query, `body` is JSON.
    ///
    /// # Errors
    ///
    /// If the request is none that HTTP allows, or is not answered within this time; what it asked for is stopped
    /// then.
    pub fn answer(
        &self,
        method: &str,
        target: &str,
        body: &[u8],
        within: Duration,
    ) -> Result<Answer, NoAnswer> {
        let host = self.app.guard.own_host();
        let request = Request::builder()
            .method(method)
            .uri(target)
            .header(header::HOST, host)
            .header(header::ORIGIN, format!("http://{host}"))
            .header(header::CONTENT_TYPE, "application/json")
            .header(TOKEN_HEADER, self.app.guard.token())
            .body(Body::from(body.to_vec()))
            .map_err(|_| NoAnswer::NoRequest)?;
        let answered = async {
            let (parts, body) = handle(Arc::clone(&self.app), request).await.into_parts();
            let body = to_bytes(body, MOST_BODY).await.map_err(|_| NoAnswer::Late)?.to_vec();
            let media_type = parts.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
            let media_type = media_type.unwrap_or_default().to_owned();
            Ok(Answer { status: parts.status.as_u16(), media_type, body })
        };
        let timed = async { tokio::time::timeout(within, answered).await };
        self.runtime.block_on(timed).unwrap_or(Err(NoAnswer::Late))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(60);

    #[test]
    fn requests_are_answered_as_over_a_socket() {
        let server = Offline::new().unwrap();
        let ask =
            |method, target, body: &str| server.answer(method, target, body.as_bytes(), PATIENCE).unwrap();
        let page = ask("GET", "/", "");
        assert_eq!((page.status, page.media_type.as_str()), (200, "text/html; charset=utf-8"));
        let found = ask("GET", "/api/v1/position?game=connect-four&moves=3.3", "");
        assert_eq!((found.status, found.media_type.as_str()), (200, "application/json"));
        assert!(str::from_utf8(&found.body).unwrap().contains("\"red to move\""));
        assert_eq!(ask("GET", "/api/v1/position?game=chess", "").status, 400);
        // It may ask programs, as its page may; there are none.
        assert_eq!(ask("POST", "/api/v1/programs/mine/move", "{}").status, 404);
    }

    #[test]
    fn what_is_no_request_or_takes_too_long_has_no_answer() {
        let server = Offline::new().unwrap();
        assert_eq!(server.answer("GET", "no path", b"", PATIENCE), Err(NoAnswer::NoRequest));
        let deep = "/api/v1/choose?game=connect-four&agent=engine:time=15s";
        assert_eq!(server.answer("GET", deep, b"", Duration::from_millis(1)), Err(NoAnswer::Late));
    }
}
