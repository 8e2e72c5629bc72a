export * from "./assets.js";
export type { Codec } from "./codec.js";
export * from "./errors.js";
export { writeJson, type Json } from "./json.js";
export * from "./lifted.js";
export { ExactNumber, isExactNumber } from "./numbers.js";
export * from "./output.js";
export * from "./references.js";
export * from "./value.js";
