{%- for line in item.lines %}
{{ line }}
{%- endfor %}
{{ item.declaration }}
