//! `plyground-lab` on a terminal, as people see it.

#![cfg(target_os = "linux")]

#[macro_use]
#[path = "../../../plyground/tests/blocks/mod.rs"]
mod blocks;
#[path = "../../../plyground/tests/terminal/canary.rs"]
mod canary;
#[path = "../../../plyground/tests/terminal/commands.rs"]
mod commands;
#[path = "../../../plyground/tests/terminal/examples.rs"]
mod examples;
#[path = "../../../plyground/tests/terminal/groups.rs"]
mod groups;
#[expect(dead_code, reason = "the tests of plyground interrupt servers and programs")]
#[path = "../../../plyground/tests/terminal/interrupts.rs"]
mod interrupts;
#[path = "../../../plyground/tests/terminal/kin.rs"]
mod kin;
#[path = "../../../plyground/tests/terminal/lines.rs"]
mod lines;
mod long;
#[path = "../../../sandbox/tests/needs/mod.rs"]
mod needs;
#[path = "../../../plyground/tests/terminal/printed.rs"]
mod printed;
#[path = "../../../plyground/tests/terminal/screen.rs"]
mod screen;
#[path = "../../../plyground/tests/terminal/session.rs"]
mod session;
mod shown;
