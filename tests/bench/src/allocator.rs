//! Counts the bytes that are in use, for what a key costs.
//!
//! It counts the requested bytes. The allocator's own overhead differs between
//! systems, and is negligible for large allocations.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

static IN_USE: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static COUNTING: Counting = Counting;

/// Bytes in use now.
pub(crate) fn bytes_in_use() -> usize {
    IN_USE.load(Relaxed)
}

/// The system's allocator, and a count. Reallocating is passed on as it is,
/// because the system may grow a block without moving it; falling back on the
/// default, which always copies, would slow both sides down.
struct Counting;

// SAFETY: every call is passed on unchanged to the system's allocator, which keeps
// the promises of this trait; counting touches no memory that is handed out.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        IN_USE.fetch_add(layout.size(), Relaxed);
        // SAFETY: the caller's promises are the ones asked for here.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as above; the block came from this same allocator.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        IN_USE.fetch_add(layout.size(), Relaxed);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        IN_USE.fetch_add(new_size, Relaxed);
        IN_USE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as above; the block came from this same allocator.
        unsafe { System.realloc(block, layout, new_size) }
    }
}
