//! Rebuilds the program when a file is added to the page: the compiler notices changes of known files only.

fn main() {
    println!("cargo::rerun-if-changed=embedded/web");
}
