//! The loaders of schemas that people already have: Terraform providers and Pulumi packages.

mod foreign {
    pub mod awkward;
    pub mod consistent;
    pub mod loading;
    pub mod mutated;
    pub mod real;
    pub mod summary;
}
