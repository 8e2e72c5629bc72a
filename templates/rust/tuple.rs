{%- for line in item.lines %}
{{ line }}
{%- endfor %}
{{ item.declaration }}

{{ item.resolved.header }}
    {{ item.resolved.plain }}
}
