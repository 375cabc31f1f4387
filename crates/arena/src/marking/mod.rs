//! Marking: what is wrong with a program that gives wrong answers.

pub mod assignment;
pub mod intake;
pub mod moment;
pub mod workshop;
