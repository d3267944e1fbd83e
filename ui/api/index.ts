/** The API layer: one createApi, its transports and its error shape. */
export { api, hydrate, type ApiCache, type ApiState, type Extra } from "./api";
export { path, type PathValue } from "../lib/path";
export { asProblem, isProblem, NO_ANSWER, type Problem } from "../lib/problem";
export type { Shape } from "./types";
export { browserTransport, ENDED, renewToken, type Answer, type Call, type Transport } from "./transport";
