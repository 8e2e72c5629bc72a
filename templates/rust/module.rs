// {{ header }}
{%- for line in prelude %}
{{ line }}
{%- endfor %}
{%- for child in children %}

pub mod {{ child }};
{%- endfor %}
{%- for unit in units %}

mod {{ unit }};
pub use self::{{ unit }}::*;
{%- endfor %}
