//! The console blocks of documents on a terminal.

use super::printed::run_at_its_width;

documents!(run_at_its_width);
