//! `plyground-lab` on a terminal, as people see it.

#![cfg(target_os = "linux")]

#[allow(dead_code, unused_macros, reason = "a test for each document is where they run without a terminal")]
#[path = "../../../crates/plyground/tests/blocks/mod.rs"]
mod blocks;
#[path = "../../../crates/plyground/tests/interrupt/mod.rs"]
mod interrupt;
#[path = "../../../crates/sandbox/tests/needs/mod.rs"]
mod needs;

mod terminal {
    #[path = "../../../../crates/plyground/tests/terminal/examples.rs"]
    mod examples;
    #[expect(dead_code, reason = "the tests of plyground interrupt servers and programs")]
    #[path = "../../../../crates/plyground/tests/terminal/interrupts.rs"]
    mod interrupts;
    #[path = "../../../../crates/plyground/tests/terminal/kin.rs"]
    mod kin;
    mod long;
    #[path = "../../../../crates/plyground/tests/terminal/screen.rs"]
    mod screen;
    #[path = "../../../../crates/plyground/tests/terminal/session.rs"]
    mod session;
    mod shown;
}
