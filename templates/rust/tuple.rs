{%- for line in item.lines %}
{{ line }}
{%- endfor %}
{{ item.declaration }}
{%- if !item.conversion.is_empty() %}
{% for line in item.conversion %}
{{ line }}
{%- endfor %}
{%- endif %}
