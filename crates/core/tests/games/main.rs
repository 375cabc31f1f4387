//! Numbers of the specification and exact values of the games, and what the crate's examples print.

mod comp3608;
mod connect_four;
mod connect_four_book;
mod cs4750;
mod examples;
mod max_connect_four;
mod perfect_games;
