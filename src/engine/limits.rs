//! What the readers of foreign text put up with.

/// Bounds on hostile input. Reading stops with an error at the first one that is passed, before
/// time or memory is spent on it.
///
/// ```
/// use tygen::engine::Limits;
/// let strict = Limits { bytes: 1 << 20, ..Limits::default() };
/// assert_eq!(strict.depth(), 256);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Size of the whole input, in bytes. 256 MiB by default.
    pub bytes: usize,
    /// How long one number may be, written or written out.
    pub number: super::number::Limits,
    /// How deep values and types may be nested. 256 by default; beyond [`Self::MAX_DEPTH`] it has no
    /// effect.
    pub depth: usize,
}

impl Limits {
    /// The greatest depth that may be asked for: what a stack of 2 MiB surely holds.
    pub const MAX_DEPTH: usize = 500;

    /// How deep values and types may really be nested.
    pub fn depth(&self) -> usize {
        self.depth.min(Self::MAX_DEPTH)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 256 << 20, number: super::number::Limits::default(), depth: 256 }
    }
}

/// Which of the [`Limits`] was passed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LimitError {
    /// The input is too large.
    #[error("the input is larger than {limit} bytes")]
    Bytes {
        /// The limit.
        limit: usize,
    },
    /// Nested too deep.
    #[error("it is nested deeper than {limit} levels")]
    Depth {
        /// The limit.
        limit: usize,
    },
}
