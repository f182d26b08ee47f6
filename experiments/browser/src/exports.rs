//! The functions that the page calls: texts go in and out as UTF-8 in the memory of the module, which the
//! page reads and writes. Only one thread runs here.
#![allow(unsafe_code)]
#![allow(unreachable_pub, reason = "the page reaches them by their names")]

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::cell::RefCell;
use std::time::Duration;

use hinterhand_players::clock;
#[cfg(feature = "bots")]
use hinterhand_web::LocalBots as Page;
#[cfg(not(feature = "bots"))]
use hinterhand_web::LocalTables as Page;

thread_local! {
    /// The page, and its last answer, which stays until the next one.
    static PAGE: RefCell<(Page, String)> = RefCell::new((Page::new(), String::new()));
}

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The milliseconds since some moment.
    safe fn now() -> f64;
    /// Tells the page why this copy is lost: a text at this place, of this length.
    fn failed(at: *const u8, length: usize);
}

/// The memory for that many bytes. Columns of a strategy begin at multiples of 64.
fn layout(length: usize) -> Layout {
    Layout::from_size_align(length.max(1), 64).expect("the memory of a module is smaller")
}

/// Prepares the module; called once, before everything else.
#[unsafe(no_mangle)]
pub extern "C" fn begin() {
    clock::give_clock(|| Duration::try_from_secs_f64(now() / 1e3).unwrap_or_default());
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        // SAFETY: the page reads the text before the call returns, and the text lives until then.
        unsafe { failed(text.as_ptr(), text.len()) }
    }));
}

/// Gives memory to the page, which writes that many bytes there, and hands it back to `answer` or
/// `add_slice`.
#[unsafe(no_mangle)]
pub extern "C" fn take(length: usize) -> *mut u8 {
    let layout = layout(length);
    // SAFETY: the size of the layout is not zero.
    let at = unsafe { alloc_zeroed(layout) };
    if at.is_null() {
        handle_alloc_error(layout);
    }
    at
}

/// Answers the text at `at`; returns the place of the answer, whose length `answer_length` tells.
///
/// # Safety
///
/// `at` is from `take` with the same length, and was not handed back before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn answer(at: *mut u8, length: usize) -> *const u8 {
    // SAFETY: `take` gave this memory, all of it was set to zero at first, and the page does not run
    // meanwhile.
    let request = unsafe { std::slice::from_raw_parts(at, length) };
    let place = PAGE.with_borrow_mut(|(page, last)| {
        *last = page.answer(&String::from_utf8_lossy(request));
        last.as_ptr()
    });
    // SAFETY: it was allocated with this layout, and is not used any more.
    unsafe { dealloc(at, layout(length)) };
    place
}

/// The length of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    PAGE.with_borrow(|(_, last)| last.len())
}

/// Adds the slice of a solution whose name and content lie at these places; the answer is the reason for
/// which it cannot be used, if there is one.
///
/// # Safety
///
/// As for [`answer`], for both.
#[cfg(feature = "bots")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn add_slice(
    name: *mut u8,
    name_length: usize,
    at: *mut u8,
    length: usize,
) -> *const u8 {
    // SAFETY: as in `answer`.
    let called = unsafe { std::slice::from_raw_parts(name, name_length) };
    // SAFETY: as in `answer`; it is never given back, so it lives as long as the module, and nothing writes
    // there.
    let bytes: &'static [u8] = unsafe { std::slice::from_raw_parts(at, length) };
    let place = PAGE.with_borrow_mut(|(page, last)| {
        *last = page.add_slice(&String::from_utf8_lossy(called), bytes).err().unwrap_or_default();
        last.as_ptr()
    });
    // SAFETY: as in `answer`.
    unsafe { dealloc(name, layout(name_length)) };
    place
}
