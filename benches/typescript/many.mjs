// A schema of 2,000 types of 8 fields, on standard output.
const of = (at) => [
  "string",
  "optional(string)",
  "int",
  "optional(bool, true)",
  "list(string)",
  "optional(map(number))",
  at > 0 ? `optional(Type${at - 1})` : "string",
  at > 1 ? `optional(list(Type${at - 2}))` : "string",
];
const types = Array.from({ length: 2000 }, (_, at) => {
  const fields = of(at).map((type, field) => `      field${field}: ${type}`);
  return `  Type${at}:\n    properties:\n${fields.join("\n")}`;
});
console.log(`tygen: 1\nname: many\nversion: "1.0.0"\ntypes:\n${types.join("\n")}`);
