//! The programs that the assignments name. Their standard output is byte for byte what the texts say.

mod arguments;
pub mod breakthrough;
pub mod connect_four;
pub mod max_connect_four;
#[cfg(test)]
mod tests;

/// What the program of this name prints for `--version`.
fn version(name: &str) -> String {
    format!("{name} {}, of Plyground\n", env!("CARGO_PKG_VERSION"))
}
