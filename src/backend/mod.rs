//! From the model to files.
