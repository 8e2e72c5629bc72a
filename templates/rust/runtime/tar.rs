//! Tar files, as archives are hashed: nothing of a member but its name and bytes tells it from others.

use std::io::{self, Read, Write};

const BLOCK: usize = 512;

/// The longest name in a header, and the longest folder beside it.
const NAME: usize = 100;
const PREFIX: usize = 155;

/// A tar file that is being written.
pub(super) struct Tar<W> {
    out: W,
}

/// A header.
struct Header<'h> {
    name: &'h str,
    prefix: &'h str,
    kind: u8,
    size: u64,
}

impl<W: Write> Tar<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out }
    }

    /// Adds a file of so many bytes.
    pub(super) fn file(&mut self, name: &str, size: u64, bytes: &mut dyn Read) -> io::Result<()> {
        let (prefix, short) = match split(name) {
            Some(parts) => parts,
            None => {
                self.long_name(name)?;
                ("", name)
            }
        };
        let ascii: String = short.chars().filter(char::is_ascii).collect();
        let header = Header {
            name: &ascii,
            prefix,
            kind: b'0',
            size,
        };
        self.out.write_all(&header.block())?;
        let copied = io::copy(&mut bytes.take(size), &mut self.out)?;
        if copied != size {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.pad(size)
    }

    /// The two blocks at the end.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.out.write_all(&[0; 2 * BLOCK])
    }

    fn pad(&mut self, size: u64) -> io::Result<()> {
        let over = (size % BLOCK as u64) as usize;
        if over > 0 {
            self.out.write_all(&[0; BLOCK][over..])?;
        }
        Ok(())
    }

    /// What a header does not hold goes before it.
    fn long_name(&mut self, name: &str) -> io::Result<()> {
        let record = record("path", name);
        let (folder, base) = name.rsplit_once('/').unwrap_or(("", name));
        let folder = if folder.is_empty() {
            "PaxHeaders.0".to_owned()
        } else {
            format!("{folder}/PaxHeaders.0")
        };
        let mut ascii: String = format!("{folder}/{base}")
            .chars()
            .filter(char::is_ascii)
            .collect();
        ascii.truncate(NAME);
        let header = Header {
            name: ascii.trim_end_matches('/'),
            prefix: "",
            kind: b'x',
            size: record.len() as u64,
        };
        self.out.write_all(&header.block())?;
        self.out.write_all(record.as_bytes())?;
        self.pad(record.len() as u64)
    }
}

/// The folder and the name as a header holds them.
fn split(name: &str) -> Option<(&str, &str)> {
    if !name.is_ascii() {
        return None;
    }
    if name.len() <= NAME {
        return Some(("", name));
    }
    let end = name.len().min(PREFIX + 1);
    let at = name[..end].rfind('/')?;
    let (prefix, rest) = (&name[..at], &name[at + 1..]);
    let fits = !prefix.is_empty() && !rest.is_empty() && rest.len() <= NAME;
    fits.then_some((prefix, rest))
}

/// `25 path=…`, whose length counts its own digits.
fn record(key: &str, value: &str) -> String {
    let rest = key.len() + value.len() + 3;
    let mut size = rest + rest.to_string().len();
    size = rest + size.to_string().len();
    format!("{size} {key}={value}\n")
}

impl Header<'_> {
    fn block(&self) -> [u8; BLOCK] {
        let mut block = [0; BLOCK];
        let is_file = self.kind == b'0';
        let mut put = |at: usize, text: &[u8]| block[at..at + text.len()].copy_from_slice(text);
        let name = self.name.as_bytes();
        put(0, &name[..name.len().min(NAME)]);
        put(100, if is_file { b"0000600" } else { b"0000000" });
        put(108, b"0000000");
        put(116, b"0000000");
        put(124, format!("{:011o}", self.size).as_bytes());
        put(136, b"00000000000");
        put(148, b"        ");
        put(156, &[self.kind]);
        put(257, b"ustar\x0000");
        if is_file {
            put(329, b"0000000");
            put(337, b"0000000");
        }
        put(345, self.prefix.as_bytes());
        let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
        block[148..154].copy_from_slice(format!("{sum:06o}").as_bytes());
        block[154] = 0;
        block
    }
}
