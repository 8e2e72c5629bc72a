export * from "./assets.js";
export * from "./errors.js";
export * from "./lifted.js";
export * from "./numbers.js";
export * from "./output.js";
export * from "./references.js";
export * from "./value.js";
