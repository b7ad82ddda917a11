//! Things that the host holds by their numbers.

use std::collections::BTreeMap;

/// Things by their numbers, from 1. No number is used twice.
pub struct Handles<T> {
    things: BTreeMap<u32, T>,
    last: u32,
}

impl<T> Handles<T> {
    /// No things.
    pub const fn new() -> Self {
        Self { things: BTreeMap::new(), last: 0 }
    }

    /// A new number.
    pub fn reserve(&mut self) -> u32 {
        self.last += 1;
        self.last
    }

    /// Puts a thing at its number.
    pub fn put(&mut self, number: u32, thing: T) {
        self.things.insert(number, thing);
    }

    /// Takes out the thing of a number.
    pub fn take(&mut self, number: u32) -> Option<T> {
        self.things.remove(&number)
    }
}
