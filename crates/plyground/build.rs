//! Builds the program anew when the page has another file: the compiler notices changes of known files only.

fn main() {
    println!("cargo::rerun-if-changed=embedded/web");
}
