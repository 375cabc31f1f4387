//! What is the same for every kind of assignment: files, submissions, cases, outcomes and marks. Programs are built and
//! run on Linux.

pub mod assignment;
pub mod basics;
pub mod case;
pub mod course;
pub mod grade;
pub mod intake;
pub mod local_time;
pub mod outcome;
pub mod output_form;
pub mod overrides;
pub mod question;
pub mod reader;
pub mod review;
pub mod run;
pub mod staff_notes;
pub mod talk;
pub mod task;
pub mod verdict;
pub mod workshop;

pub use crate::diagnose;
