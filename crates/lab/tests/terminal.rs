//! `plyground-lab` on a terminal, as people see it.

#![cfg(target_os = "linux")]

#[allow(dead_code, unused_macros, reason = "a test for each document is where they run without a terminal")]
#[path = "../../plyground/tests/blocks/mod.rs"]
mod blocks;
#[path = "../../plyground/tests/terminal/groups.rs"]
mod groups;
#[path = "../../plyground/tests/interrupt/mod.rs"]
mod interrupt;
#[path = "../../sandbox/tests/needs/mod.rs"]
mod needs;

mod terminal {
    #[path = "../../../plyground/tests/terminal/commands.rs"]
    mod commands;
    #[path = "../../../plyground/tests/terminal/examples.rs"]
    mod examples;
    #[expect(dead_code, reason = "the tests of plyground interrupt servers and programs")]
    #[path = "../../../plyground/tests/terminal/interrupts.rs"]
    mod interrupts;
    #[path = "../../../plyground/tests/terminal/kin.rs"]
    mod kin;
    #[path = "../../../plyground/tests/terminal/lines.rs"]
    mod lines;
    mod long;
    #[path = "../../../plyground/tests/terminal/printed.rs"]
    mod printed;
    #[path = "../../../plyground/tests/terminal/screen.rs"]
    mod screen;
    #[path = "../../../plyground/tests/terminal/session.rs"]
    mod session;
    mod shown;
}
