// {{ header }}

{% for (alias, path) in imports -%}
import * as {{ alias }} from {{ path }};
{% endfor -%}
import { answerAll, type Table } from "./run.js";

/** What has a codec, by its name in requests. */
const table: Table = new Map<string, unknown>([
{%- for (root, codec) in codecs %}
  [{{ root }}, {{ codec }}],
{%- endfor %}
]);

await answerAll(table);
