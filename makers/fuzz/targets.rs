//! Hands what libFuzzer makes to the target that `PLYGROUND_TARGET` names.

#![no_main]

use std::sync::LazyLock;

static TARGET: LazyLock<String> =
    LazyLock::new(|| std::env::var("PLYGROUND_TARGET").expect("PLYGROUND_TARGET is the name of a target"));

libfuzzer_sys::fuzz_target!(|data: &[u8]| plyground_fuzz_targets::run(&TARGET, data));
