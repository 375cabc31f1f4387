//! The programs on a terminal, as people see them: every example of every page and of every help, at several widths.

#![cfg(target_os = "linux")]

#[macro_use]
mod blocks;
mod help;
#[path = "../../sandbox/tests/needs/mod.rs"]
mod needs;

mod terminal {
    mod canary;
    mod commands;
    mod conversations;
    mod covered;
    mod documents;
    mod examples;
    mod help;
    mod interrupts;
    mod itself;
    mod kin;
    mod lines;
    mod long_games;
    mod long_programs;
    mod long_searches;
    mod printed;
    mod screen;
    mod scripts;
    mod session;
}
