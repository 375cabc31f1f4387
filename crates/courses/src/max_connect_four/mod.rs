//! Max-Connect-Four: any legal move, by state files; what is seen in files and printed scores.

#[cfg(target_os = "linux")]
mod course;
mod mistake;

#[cfg(target_os = "linux")]
pub use course::{FileQuestion, StateFile};
pub use mistake::{HANGING, MOST_PIECES, UPSIDE_DOWN, is_hanging, is_upside_down, long_runs, score_remark};
