// {{ header }}
//! What can be asked of the package.

use super::{plain, with_arguments, Operations};

/// Whether the schema says of some arguments that they are no outputs.
pub const PLAIN_PARTS: bool = {{ plain_parts }};

/// What can be asked of a root.
#[allow(deprecated)]
pub fn operations(root: &str) -> Option<Operations> {
    Some(match root {
{%- for root in roots %}
{%- match root.arguments %}
{%- when Some with (arguments) %}
        {{ root.name }} => with_arguments::<{{ root.plain }}, {{ arguments }}>(),
{%- when None %}
        {{ root.name }} => plain::<{{ root.plain }}>(),
{%- endmatch %}
{%- endfor %}
        _ => return None,
    })
}
