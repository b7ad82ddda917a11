//! Buffers that the host fills.

use std::cell::RefCell;
use std::collections::BTreeMap;

thread_local! {
    /// The buffers of the module.
    pub static BUFFERS: RefCell<Buffers> = RefCell::default();
}

/// Buffers by their addresses.
#[derive(Default)]
pub struct Buffers(BTreeMap<usize, Vec<u8>>);

impl Buffers {
    /// Allocates a buffer, and returns its address; `None` if there is no memory for it.
    pub fn allocate(&mut self, length: usize) -> Option<usize> {
        let mut bytes = Vec::new();
        // An empty vector would have no address of its own.
        bytes.try_reserve_exact(length.max(1)).ok()?;
        bytes.resize(length, 0);
        let address = bytes.as_ptr() as usize;
        self.0.insert(address, bytes);
        Some(address)
    }
}

/// Takes the buffer at an address out of the module's buffers, with what the host has written.
pub fn take(address: usize) -> Option<Vec<u8>> {
    BUFFERS.with_borrow_mut(|buffers| buffers.0.remove(&address))
}
