//! The boundary to JavaScript, written by hand: three functions that it calls and two that it has. Memory is passed as
//! a place and a length; nothing here reads a place that it was given.

use std::cell::RefCell;
use std::time::Duration;

thread_local! {
    /// What JavaScript writes: the target of the next question, or books of openings.
    static GIVEN: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

#[expect(unsafe_code, reason = "functions that JavaScript has are declared without proof of their types")]
#[link(wasm_import_module = "plyground")]
unsafe extern "C" {
    /// Milliseconds since some moment that stays the same.
    safe fn now() -> f64;
    /// Takes a message: where its UTF-8 text begins, and its bytes. It is there until the function returns.
    safe fn send(text: *const u8, length: usize);
}

/// The time since some moment that stays the same.
fn clock() -> Duration {
    Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
}

/// Makes room for so many bytes, and says where they belong.
#[expect(unsafe_code, reason = "a name that JavaScript can call")]
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    GIVEN.with_borrow_mut(|given| {
        given.clear();
        given.resize(length, 0);
        given.as_mut_ptr()
    })
}

/// Answers the target that was written, and gives its room back.
#[expect(unsafe_code, reason = "a name that JavaScript can call")]
#[unsafe(no_mangle)]
extern "C" fn ask() {
    let target = GIVEN.take();
    super::ask(&String::from_utf8_lossy(&target), clock, &mut |message| {
        let text = message.to_string();
        send(text.as_ptr(), text.len());
    });
}

/// Takes the books of openings that were written, and says whether they are such.
#[cfg(books_apart)]
#[expect(unsafe_code, reason = "a name that JavaScript can call")]
#[unsafe(no_mangle)]
extern "C" fn learn() -> bool {
    plyground_answers::learn_openings(GIVEN.take()).is_ok()
}
