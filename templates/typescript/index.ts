// {{ header }}
{% for file in files %}
export * from {{ file }};
{%- endfor %}
{%- for (name, file) in modules %}
export * as {{ name }} from {{ file }};
{%- endfor %}
