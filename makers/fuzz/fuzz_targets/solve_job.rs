#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| plyground_fuzz_targets::run("solve_job", data));
