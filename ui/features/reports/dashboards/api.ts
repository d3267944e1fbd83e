/** The calls of dashboards. */
import { api, path, type Shape } from "../../../api";
import type { PageRef } from "../../../page";
import { filters, type DashboardArgs } from "../dashboard/api";

export type Board = Shape<"OwnDashboard">;
export type Tile = Shape<"Tile">;
export type Tiles = Shape<"Tiles">;

/** As many tiles as a dashboard can have. */
export const MOST_TILES = 12;

export const boardsApi = api.enhanceEndpoints({ addTagTypes: ["Report"] }).injectEndpoints({
  endpoints: (build) => ({
    boards: build.query<Shape<"DashboardPage">, PageRef>({
      query: (page) => path("/api/v1/dashboards", { per: 50, page: page === 1 ? undefined : page }),
      providesTags: ["Report"],
    }),
    boardTiles: build.query<Tiles, { id: string; args: DashboardArgs }>({
      query: ({ id, args }) => path(`/api/v1/dashboards/${encodeURIComponent(id)}/tiles`, filters(args)),
      providesTags: ["Report"],
    }),
    arrangeBoard: build.mutation<Board, Pick<Board, "id" | "revision"> & { order: readonly number[] }>({
      query: ({ id, revision, order }) => ({
        path: `/api/v1/dashboards/${id}`,
        method: "PATCH",
        revision: String(revision),
        body: { order: order.join(",") },
      }),
      invalidatesTags: ["Report"],
    }),
  }),
});
