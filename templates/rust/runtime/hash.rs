//! Hashes of assets and archives.

use sha2::{Digest, Sha256};

/// The SHA-256 of bytes in lowercase hex.
pub(super) fn hex(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}
