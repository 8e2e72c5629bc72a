// {{ header }}
{%- for line in prelude %}
{{ line }}
{%- endfor %}
{%- for child in children %}
{% for line in child.lines %}
{{ line }}
{%- endfor %}
pub mod {{ child.name }};
{%- endfor %}
{%- for unit in units %}

mod {{ unit }};
pub use self::{{ unit }}::*;
{%- endfor %}
