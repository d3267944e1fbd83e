import type { components } from "./schema";

/** A shape of the API by the name its OpenAPI document gives it. */
export type Shape<Name extends keyof components["schemas"]> = components["schemas"][Name];
