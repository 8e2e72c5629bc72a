// {{ header }}
{%- for import in imports %}

{{ import }}
{%- endfor %}
{%- for item in items %}
{% match item %}
{%- when Item::Struct with (item) %}{% include "rust/struct.rs" %}
{%- when Item::Tuple with (item) %}{% include "rust/tuple.rs" %}
{%- when Item::Union with (item) %}{% include "rust/union.rs" %}
{%- when Item::Enum with (item) %}{% include "rust/enum.rs" %}
{%- when Item::Alias with (item) %}{% include "rust/alias.rs" %}
{%- when Item::Name with (item) %}{% include "rust/name.rs" %}
{%- endmatch %}
{%- endfor %}
