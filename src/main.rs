//! The command `tygen`.

fn main() {}
