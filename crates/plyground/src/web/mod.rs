//! The board in the browser: a server on this machine with a JSON API and a page that uses it.
//!
//! `plyground_answers` computes, `work` bounds how much of it happens at a time, `guard` decides who may ask, `routes` and
//! `stream` speak HTTP, `assets` has the files of the page, `tournaments` reads folders, `site` is the page
//! without a server. The server holds no game: everything is in the address of a request.

mod assets;
mod connections;
mod guard;
mod programs;
mod routes;
mod server;
mod site;
mod stream;
#[cfg(test)]
mod tests;
mod tournaments;
mod work;

pub use programs::{Player, RegisteredPlayer, Rules};
pub use server::{BindError, DEFAULT_PORT, Options, Server};
pub use site::{Site, SiteError};
pub use tournaments::{Players, Tournament};
