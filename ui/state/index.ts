/** Client state under the specification's names. */
export * from "./product";
export * from "./session";
