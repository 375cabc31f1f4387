//! Marking: what is wrong with a program that gives wrong answers.

pub mod diagnose;
