//! The conversion matrices, printed from the code itself.
