/** The calls of snapshots and closed months. */
import { api, path, type Shape } from "../../../api";
import type { PageRef } from "../../../page";

export type Snapshot = Shape<"Snapshot">;
export type MonthClose = Shape<"MonthClose">;
export type SnapshotChanges = Shape<"SnapshotChanges">;

const paged = (page: PageRef) => ({ per: 25, page: page === 1 ? undefined : page });

export const snapshotsApi = api.enhanceEndpoints({ addTagTypes: ["Report"] }).injectEndpoints({
  endpoints: (build) => ({
    snapshots: build.query<Shape<"SnapshotPage">, PageRef>({
      query: (page) => path("/api/v1/snapshots", paged(page)),
      providesTags: ["Report"],
    }),
    snapshotChanges: build.query<SnapshotChanges, string>({
      query: (id) => `/api/v1/snapshots/${encodeURIComponent(id)}/changes`,
    }),
    monthCloses: build.query<Shape<"MonthClosePage">, PageRef>({
      query: (page) => path("/api/v1/month-closes", paged(page)),
      providesTags: ["Report"],
    }),
    laterChanges: build.query<Shape<"RestatementPage">, PageRef>({
      query: (page) => path("/api/v1/restatements", { after_close: "1", ...paged(page) }),
      providesTags: ["Report"],
    }),
    closableClients: build.query<Shape<"ClientPage">, void>({
      query: () => path("/api/v1/clients", { per: 100 }),
    }),
  }),
});
