//! Who may ask: pages that this server has sent, and programs that reach it.
//!
//! A page from elsewhere must not start programs here, nor read what is asked. Its requests carry the name under
//! which the browser found the server (`Host`), which must be one of ours to the letter, so that no other name
//! can be bound to our address later; and what starts programs needs our own `Origin` and a token that only a
//! page of ours has read.
//!
//! One document may be shown in a frame by any page. It asks what the page asks, but has no token. The page that frames
//! it chooses by the address what it shows. So that page can start searches here, as many as there are places for, but
//! it learns nothing of their results.

use std::borrow::Cow;
use std::net::SocketAddr;

use plyground_answers::{ApiError, Status};

/// The port of an address that names none.
const WEB_PORT: u16 = 80;

pub(super) const TOKEN_HEADER: &str = "x-plyground-token";

/// What pages may load and do: nothing but what comes from here, and no inline script.
pub(super) const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The same for the one document that pages from elsewhere may show in a frame. It has no token, so that a click in a
/// frame starts no program.
pub(super) const FRAMED_CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";

/// What requests are checked against.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    /// The names under which the server may be asked, with the port.
    hosts: Vec<String>,
    /// Whether any address of this machine will do: for a server that listens on all of them.
    any_address: bool,
    port: u16,
    token: String,
}

impl Guard {
    /// For a server at this address, reached by `name` perhaps, with this token.
    pub(super) fn new(address: SocketAddr, name: Option<&str>, token: String) -> Self {
        let port = address.port();
        let mut hosts: Vec<String> =
            ["localhost", "127.0.0.1", "[::1]"].map(|host| format!("{host}:{port}")).to_vec();
        hosts.push(address.to_string());
        hosts.extend(name.map(|name| format!("{}:{port}", name.to_ascii_lowercase())));
        Self { hosts, any_address: address.ip().is_unspecified(), port, token }
    }

    /// The token, for the first document.
    pub(super) fn token(&self) -> &str {
        &self.token
    }

    /// A name with its port, which browsers leave out if it is that of every web server.
    fn with_port<'a>(&self, host: &'a str) -> Cow<'a, str> {
        let has_port = host.contains(':') && !host.ends_with(']');
        if self.port == WEB_PORT && !host.is_empty() && !has_port {
            Cow::Owned(format!("{host}:{WEB_PORT}"))
        } else {
            Cow::Borrowed(host)
        }
    }

    /// Checks the header `Host` of any request: it must be exactly one of ours.
    pub(super) fn check_host(&self, host: Option<&str>) -> Result<(), ApiError> {
        let host = self.with_port(host.unwrap_or_default());
        // An address is no name that somebody else could bind.
        let is_address = || host.parse().is_ok_and(|address: SocketAddr| address.port() == self.port);
        if self.hosts.iter().any(|own| *own == host) || self.any_address && is_address() {
            return Ok(());
        }
        let message = format!("not a name of this server; expected {}", self.hosts[..3].join(", "));
        let remedy = "use the address that the server printed";
        Err(ApiError::new(Status::Forbidden, "header Host", message, remedy))
    }

    /// Checks all that names the server in a request: the headers `Host`, of which there must be one, and the address,
    /// if it has a server in it.
    pub(super) fn check_hosts(&self, hosts: &[&str], authority: Option<&str>) -> Result<(), ApiError> {
        let host = if let [host] = hosts { Some(*host) } else { None };
        self.check_host(host)?;
        authority.map_or(Ok(()), |authority| self.check_host(Some(authority)))
    }

    /// Checks the header `Sec-Fetch-Site` of a request to the API, by which browsers say whose page asks; scripts have
    /// none. A page from elsewhere could read nothing, but what it asks would keep the machine busy; in a frame it can
    /// have only what the document there asks.
    pub(super) fn check_site(site: Option<&str>) -> Result<(), ApiError> {
        if matches!(site, None | Some("same-origin" | "none")) {
            return Ok(());
        }
        let message = "another page asks; expected the page of this server";
        let remedy = "open the address in a tab of its own, or ask from a script";
        Err(ApiError::new(Status::Forbidden, "header Sec-Fetch-Site", message, remedy))
    }

    /// Checks a request that does more than read, which has passed [`check_host`](Self::check_host).
    pub(super) fn check_origin(
        &self,
        host: Option<&str>,
        origin: Option<&str>,
        token: Option<&str>,
    ) -> Result<(), ApiError> {
        let host = host.unwrap_or_default();
        let from = origin.and_then(|origin| origin.strip_prefix("http://"));
        if from.map(|from| self.with_port(from)) != Some(self.with_port(host)) {
            let message = format!("not the page of this server; expected http://{host}");
            let remedy = "send it from the page, or set the header";
            return Err(ApiError::new(Status::Forbidden, "header Origin", message, remedy));
        }
        if token.is_some_and(|token| is_equal(token.as_bytes(), self.token.as_bytes())) {
            return Ok(());
        }
        let message = "missing or wrong; expected the token of the first document";
        let remedy = "load the page again: the server was started anew";
        Err(ApiError::new(Status::Forbidden, "header X-Plyground-Token", message, remedy))
    }
}

/// Compares in a time that does not depend on where the first difference is.
fn is_equal(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
}

/// A new token: 128 random bits of the system as text.
pub(super) fn new_token() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_compared_to_the_letter() {
        for (address, name, own, others) in [
            (
                "127.0.0.1:7777",
                None,
                "localhost:7777 127.0.0.1:7777 [::1]:7777",
                "localhost localhost:77777 localhost:7777.evil.example localhost:7777@evil.example evil.example:7777 \
                 127.0.0.1.evil.example:7777 127.0.0.2:7777 LOCALHOST:7777 localhost:8888",
            ),
            // On all addresses it answers to addresses and its name only.
            (
                "0.0.0.0:80",
                Some("Lab.example"),
                "192.0.2.7:80 [2001:db8::1]:80 lab.example:80 localhost:80",
                "evil.example:80 192.0.2.7:81 evil.example :80 2001:db8::1",
            ),
            ("192.0.2.7:80", None, "192.0.2.7:80", "192.0.2.8:80"),
        ] {
            let guard = Guard::new(address.parse().unwrap(), name, String::new());
            for host in own.split(' ') {
                assert!(guard.check_host(Some(host)).is_ok(), "{host}");
            }
            for host in others.split(' ').map(Some).chain([Some(""), None]) {
                let error = guard.check_host(host).unwrap_err();
                assert_eq!(error.status, Status::Forbidden, "{host:?}");
                let port = address.split_once(':').unwrap().1;
                let expected = format!("localhost:{port}, ");
                assert!(error.body()["error"]["expected"].as_str().unwrap().starts_with(&expected));
            }
        }
    }

    #[test]
    fn at_port_80_names_are_as_browsers_write_them() {
        let guard = Guard::new("0.0.0.0:80".parse().unwrap(), Some("lab.example"), "f00d".to_owned());
        for host in ["localhost", "lab.example", "127.0.0.1", "192.0.2.7", "[::1]", "[2001:db8::1]"] {
            assert!(guard.check_host(Some(host)).is_ok(), "{host}");
            let origin = format!("http://{host}");
            assert!(guard.check_origin(Some(host), Some(&origin), Some("f00d")).is_ok(), "{origin}");
        }
        let refused = guard.check_origin(Some("localhost"), Some("http://evil.example"), Some("f00d"));
        assert_eq!(refused.unwrap_err().status, Status::Forbidden);
        let elsewhere = Guard::new("0.0.0.0:7777".parse().unwrap(), None, String::new());
        assert!(elsewhere.check_host(Some("localhost")).is_err());
        assert!(elsewhere.check_host(Some("192.0.2.7")).is_err());
    }

    #[test]
    fn tokens_are_long_and_different() {
        let [a, b] = [new_token().unwrap(), new_token().unwrap()];
        assert!(a.len() == 32 && a != b);
    }
}
