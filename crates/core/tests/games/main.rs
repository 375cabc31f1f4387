//! Numbers of the specification and exact values of the games, and what the crate's examples print.

#![expect(clippy::disallowed_methods, reason = "tests look at their environment")]

mod comp3608;
mod comp3608_mistakes;
mod connect_four;
mod connect_four_book;
mod connect_four_random;
mod connect_four_sizes;
mod cs4750;
mod examples;
mod max_connect_four;
mod max_connect_four_values;
mod perfect_games;

/// Whether everything is tried, not a sample of it: with `PLYGROUND_LONG`, and in a release build, without which it would take
/// hours.
fn is_long() -> bool {
    std::env::var_os("PLYGROUND_LONG").is_some() && !cfg!(debug_assertions)
}
