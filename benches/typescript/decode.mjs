// Decoding a document of 100 nested objects: generated code beside zod 4 and ajv, in one run.
// node decode.mjs DIST, where DIST is the compiled package of service.yaml (see run.sh).
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import { Ajv } from "ajv";
import * as z from "zod";

const folder = process.argv[2];
const { DocumentCodec } = await import(
  pathToFileURL(resolve(folder, "document.js")).href
);

/** A service, as a person would write it. */
function service(at) {
  return {
    name: `service-${at}`,
    replicas: (at % 5) + 1,
    enabled: at % 3 !== 0,
    weight: at * 0.25,
    region: ["eu-central-1", "us-east-1", "ap-south-1"][at % 3],
    owner: { name: "Jane Doe", mail: `jane.doe+${at}@example.org` },
    ports: [
      { number: 8000 + at, protocol: "http" },
      { number: 9000 + at, protocol: "https", public: true },
    ],
    labels: { team: "core", tier: String(at % 4), stage: "production" },
    probe:
      at % 2 === 0
        ? { kind: "http", path: "/health", every: 10 }
        : { kind: "tcp", port: 9000 + at },
  };
}

const document = {
  services: Array.from({ length: 20 }, (_, at) => service(at)),
};
const objects = document.services.length * 5;
const text = JSON.stringify(document);
// As it comes from tools that write everything as text.
const loose = JSON.stringify(document, (_, value) =>
  typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : value,
);

const enumeration = ["eu-central-1", "us-east-1", "ap-south-1"];
const zodPort = z.object({
  number: z.int32(),
  protocol: z.string().default("tcp"),
  public: z.boolean().optional(),
});
const zodService = z.object({
  name: z.string(),
  replicas: z.int32(),
  enabled: z.boolean(),
  weight: z.number(),
  region: z.enum(enumeration),
  owner: z.object({ name: z.string(), mail: z.string() }),
  ports: z.array(zodPort),
  labels: z.record(z.string(), z.string()).optional(),
  probe: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("http"), path: z.string(), every: z.int32() }),
    z.object({ kind: z.literal("tcp"), port: z.int32() }),
  ]),
});
const zodDocument = z.object({ services: z.array(zodService) });

const int32 = { type: "integer", minimum: -2147483648, maximum: 2147483647 };
const string = { type: "string" };
const object = (properties, optional = []) => ({
  type: "object",
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});
const schema = object({
  services: {
    type: "array",
    items: object(
      {
        name: string,
        replicas: int32,
        enabled: { type: "boolean" },
        weight: { type: "number" },
        region: { type: "string", enum: enumeration },
        owner: object({ name: string, mail: string }),
        ports: {
          type: "array",
          items: object(
            {
              number: int32,
              protocol: { type: "string", default: "tcp" },
              public: { type: "boolean" },
            },
            ["protocol", "public"],
          ),
        },
        labels: { type: "object", additionalProperties: string },
        probe: {
          type: "object",
          discriminator: { propertyName: "kind" },
          required: ["kind"],
          oneOf: [
            object({ kind: { const: "http" }, path: string, every: int32 }),
            object({ kind: { const: "tcp" }, port: int32 }),
          ],
        },
      },
      ["labels"],
    ),
  },
});
const options = { coerceTypes: true, useDefaults: true, discriminator: true };
const ajv = new Ajv(options).compile(schema);
// Attributes that are not declared are dropped by tygen and zod; ajv does so if it is told.
const dropping = new Ajv({ ...options, removeAdditional: "all" }).compile(
  schema,
);

function valid(validate, value) {
  if (!validate(value)) {
    throw new Error(JSON.stringify(validate.errors));
  }
  return value;
}

/** Microseconds for one run: the best and the median of many rounds. */
function measured(body) {
  const rounds = [];
  for (let round = 0; round < 60; round += 1) {
    const start = performance.now();
    for (let turn = 0; turn < 50; turn += 1) {
      body();
    }
    rounds.push(((performance.now() - start) / 50) * 1000);
  }
  rounds.sort((left, right) => left - right);
  return { best: rounds[0], median: rounds[30] };
}

const copies = () => structuredClone(document);
const parsed = copies();
const rows = [
  ["floor: JSON.parse", () => JSON.parse(text)],
  ["text: tygen", () => DocumentCodec.parse(text)],
  ["text: zod", () => zodDocument.parse(JSON.parse(text))],
  ["text: ajv", () => valid(ajv, JSON.parse(text))],
  [
    "text: ajv, dropping what is not declared",
    () => valid(dropping, JSON.parse(text)),
  ],
  ["parsed: tygen", () => DocumentCodec.decode(parsed)],
  ["parsed: zod", () => zodDocument.parse(parsed)],
  ["parsed: ajv, in place", () => valid(ajv, parsed)],
  ["parsed: ajv, in place, dropping", () => valid(dropping, parsed)],
  ["numbers and bools as text: tygen", () => DocumentCodec.parse(loose)],
  ["numbers and bools as text: ajv", () => valid(ajv, JSON.parse(loose))],
];
console.log(
  `${objects} objects, ${text.length} bytes, Node ${process.version}`,
);
// Twice, so that every row finds the same optimized code; the second time counts.
rows.forEach(([, body]) => measured(body));
console.log("| | best | median |\n| --- | ---: | ---: |");
for (const [name, body] of rows) {
  const { best, median } = measured(body);
  console.log(`| ${name} | ${best.toFixed(1)} µs | ${median.toFixed(1)} µs |`);
}
