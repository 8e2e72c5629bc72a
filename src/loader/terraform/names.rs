//! Where a provider's declarations go and what they are called: the module is the service (the first
//! word after the provider's), the name is the rest.
//!
//! `aws_s3_bucket` is `bucket` of module `s3`; `aws_vpc` is `vpc` of module `vpc`; the data source of
//! the same name is `get bucket`. A nested type is called after its owner and the shortest end of
//! its path that is still free, the least nested first: `bucket lifecycle_rule filter`.

use crate::loader::claims::Claims;
use crate::model::{Naming, Place, Standing};

/// The module of a declaration and its name there, from a name such as `aws_s3_bucket`.
///
/// The provider's word is the name that it has in its address if the declaration starts with it,
/// else the first word (`google_compute_disk` of provider `google-beta`). A name of one word is all
/// name, in the package's root (`http`).
pub(super) fn module_and_name(provider: &str, declared: &str) -> (String, String) {
    let own = format!("{}_", provider.replace('-', "_"));
    let rest = match (declared.strip_prefix(&own), declared.split_once('_')) {
        (Some(rest), _) | (None, Some((_, rest))) => rest,
        (None, None) => "",
    };
    let mut words = rest.split('_').filter(|word| !word.is_empty());
    match words.next() {
        None if declared.is_empty() => (String::new(), "unnamed".to_owned()),
        None => (String::new(), spaced(declared)),
        Some(module) => {
            let name: Vec<&str> = words.collect();
            let name = if name.is_empty() { module.to_owned() } else { name.join(" ") };
            (module.to_owned(), name)
        }
    }
}

/// The words of a wire name.
pub(super) fn spaced(name: &str) -> String {
    let words: Vec<&str> = name.split('_').filter(|word| !word.is_empty()).collect();
    if words.is_empty() { name.to_owned() } else { words.join(" ") }
}

/// The place of a declaration that has a file of its own, its name claimed.
pub(super) fn place(claims: &mut Claims, prefix: &str, provider: &str, declared: &str) -> Place {
    let (module, name) = module_and_name(provider, declared);
    let whole = format!("{prefix}{module} {name}");
    let name = claims.first_free(&module, [format!("{prefix}{name}"), whole]);
    Place::alone(module, name)
}

/// A place in the file of another declaration.
pub(super) fn beside(owner: &Place, name: String) -> Place {
    Place {
        module: owner.module.clone(),
        unit: owner.unit.clone(),
        name: name.into(),
        naming: Naming::default(),
        standing: Standing::Derived,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_after_the_provider_is_the_module() {
        let cases = [
            ("aws", "aws_s3_bucket_policy", ("s3", "bucket policy")),
            ("aws", "aws_vpc", ("vpc", "vpc")),
            ("google-beta", "google_compute_disk", ("compute", "disk")),
            ("http", "http", ("", "http")),
            ("null", "null_resource", ("resource", "resource")),
            ("my-cloud", "my_cloud_vm_disk", ("vm", "disk")),
            ("odd", "odd__a__b", ("a", "b")),
            ("odd", "_", ("", "_")),
        ];
        for (provider, declared, (module, name)) in cases {
            assert_eq!(module_and_name(provider, declared), (module.to_owned(), name.to_owned()), "{declared}");
        }
    }

    #[test]
    fn names_that_would_be_one_are_kept_apart() {
        let mut claims = Claims::default();
        assert_eq!(&*place(&mut claims, "", "aws", "aws_x").name, "x");
        assert_eq!(&*place(&mut claims, "", "aws", "aws_x_x").name, "x x");
        assert_eq!(claims.first_free("x", ["X-X".to_owned(), "x_x".to_owned()]), "x_x 2");
    }
}
