import { createAction } from "@reduxjs/toolkit";
import { buildCreateApi, coreModule, reactHooksModule, type BaseQueryFn } from "@reduxjs/toolkit/query/react";
import type { Problem } from "../lib/problem";
import type { Call, Meta, Transport } from "./transport";

/** The thunk argument every store is made with: how calls travel. */
export interface Extra {
  transport: Transport;
}

const baseQuery: BaseQueryFn<Call, unknown, Problem, object, Meta> = (call, { extra, signal, forced }) =>
  (extra as Extra).transport(call, signal, forced);

/** The slice of the API cache that travels from the renderer to the browser. */
export interface ApiCache {
  queries: Record<string, unknown>;
  mutations: Record<string, unknown>;
  provided: unknown;
}

/** What selectors of endpoints are given: each sees its own part of the one cache. */
export interface ApiState {
  api: any; // eslint-disable-line @typescript-eslint/no-explicit-any
}

/** Puts the renderer's cache into the browser's store. */
export const hydrate = createAction<ApiCache>("api/hydrate");

/** The one API of the interface; areas inject their endpoints into it. */
export const api = buildCreateApi(
  coreModule(),
  reactHooksModule(),
)({
  reducerPath: "api",
  baseQuery,
  keepUnusedDataFor: 600,
  // Neither a slow report nor an upload holds back what a write invalidates; the transport keeps the order.
  invalidationBehavior: "immediately",
  tagTypes: [],
  // RTK Query asks for `any` here: the shape is private to it.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  extractRehydrationInfo: (action): any => (hydrate.match(action) ? action.payload : undefined),
  endpoints: () => ({}),
});
