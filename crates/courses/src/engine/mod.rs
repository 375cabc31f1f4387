//! What is the same for every kind of assignment: files, submissions, cases, diagnosis, outcomes and marks.
//!
//! Only the search for mistakes that explain answers works everywhere; programs are built and run on Linux.

#[cfg(target_os = "linux")]
pub mod assignment;
#[cfg(target_os = "linux")]
pub mod audit;
#[cfg(target_os = "linux")]
pub mod case;
#[cfg(target_os = "linux")]
pub mod chain;
#[cfg(target_os = "linux")]
pub mod course;
pub mod diagnose;
#[cfg(target_os = "linux")]
pub mod grade;
#[cfg(target_os = "linux")]
pub mod intake;
#[cfg(target_os = "linux")]
pub mod local_time;
#[cfg(target_os = "linux")]
pub mod outcome;
#[cfg(target_os = "linux")]
pub mod output_form;
#[cfg(target_os = "linux")]
pub mod overrides;
#[cfg(target_os = "linux")]
pub mod question;
#[cfg(target_os = "linux")]
pub mod reader;
#[cfg(target_os = "linux")]
pub mod review;
#[cfg(target_os = "linux")]
pub mod rules;
#[cfg(target_os = "linux")]
pub mod run;
#[cfg(target_os = "linux")]
pub mod stable_paths;
#[cfg(target_os = "linux")]
pub mod staff_notes;
#[cfg(target_os = "linux")]
pub mod task;
#[cfg(target_os = "linux")]
pub mod verdict;
#[cfg(target_os = "linux")]
pub mod workshop;
