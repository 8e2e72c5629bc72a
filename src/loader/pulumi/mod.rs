//! Pulumi package schemas.
