{%- for line in item.lines %}
{{ line }}
{%- endfor %}
{{ item.declaration }}

impl rt::Resolve for {{ item.name }} {
    type Plain = {{ item.resolved }};
}
