{%- for line in item.lines %}
{{ line }}
{%- endfor %}
pub enum {{ item.name }} {
{%- for variant in item.variants %}
{%- for line in variant.lines %}
    {{ line }}
{%- endfor %}
    {{ variant.declaration }},
{%- endfor %}
}
{%- for conversion in item.conversions %}

impl {{ conversion.trait_path }}<{{ conversion.from }}> for {{ item.name }} {
    fn from(value: {{ conversion.from }}) -> Self {
        {{ conversion.expression }}
    }
}
{%- endfor %}

impl rt::Resolve for {{ item.name }} {
    type Plain = {{ item.resolved }};
}
