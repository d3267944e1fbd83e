/** The calls of bookmarks, and the client state of the bar under the specified names. */
import { api, path, type ApiState, type Shape } from "../../api";

export type Bookmark = Shape<"Bookmark">;
export type Place = Shape<"Place">;

/** The call that makes a short address of a long one. */
export const SHORT = "/api/v1/short-addresses";

/** As many as one person can have. */
export const MOST = 50;

export const bookmarksApi = api.enhanceEndpoints({ addTagTypes: ["Bookmark"] }).injectEndpoints({
  endpoints: (build) => ({
    bar: build.query<Shape<"Bar">, void>({ query: () => "/api/v1/bookmarks/bar", providesTags: ["Bookmark"] }),
    bookmarks: build.query<Shape<"BookmarkPage">, void>({
      query: () => path("/api/v1/bookmarks", { per: MOST }),
      providesTags: ["Bookmark"],
    }),
    places: build.query<Shape<"BookmarksData">, void>({
      query: () => "/api/bookmarks/data",
      providesTags: ["Bookmark"],
    }),
    shorten: build.mutation<Shape<"ShortAddress">, string>({
      query: (url) => ({ path: SHORT, method: "POST", body: { url } }),
    }),
    keep: build.mutation<Bookmark, { url: string; title?: string; folder?: string; position?: number }>({
      query: (body) => ({ path: "/api/v1/bookmarks", method: "POST", body }),
      invalidatesTags: ["Bookmark"],
    }),
    place: build.mutation<Bookmark, Pick<Bookmark, "id" | "revision" | "position">>({
      query: ({ id, revision, position }) => ({
        path: `/api/v1/bookmarks/${id}`,
        method: "PATCH",
        revision: String(revision),
        body: { position },
      }),
      invalidatesTags: ["Bookmark"],
    }),
    forget: build.mutation<Bookmark, Pick<Bookmark, "id" | "revision">>({
      query: ({ id, revision }) => ({ path: `/api/v1/bookmarks/${id}`, method: "DELETE", revision: String(revision) }),
      invalidatesTags: ["Bookmark"],
    }),
  }),
});

/** The rows with one of them in the place of another: those between move up, and each place keeps its number. */
export function placed(rows: readonly Bookmark[], { id }: Bookmark, target: Bookmark): Bookmark[] {
  const row = rows.find((row) => row.id === id);
  if (!row) return [...rows];
  const rest = rows.filter((other) => other !== row);
  const to = rows.findIndex((row) => row.id === target.id);
  return [...rest.slice(0, to), row, ...rest.slice(to)].map((bookmark, at) => ({
    ...bookmark,
    position: rows[at]!.position,
  }));
}

// One and the same nothing, so that nobody sees a change where none is.
const NONE: readonly never[] = [];

/** `navbar.bookmarks`: what the bar shows. */
export const selectBookmarks = (state: ApiState): readonly Bookmark[] =>
  bookmarksApi.endpoints.bar.select()(state).data?.bookmarks ?? NONE;

/** `navbar.suggestions`: the pages one may keep. */
export const selectSuggestions = (state: ApiState): readonly Place[] =>
  bookmarksApi.endpoints.places.select()(state).data?.suggestions ?? NONE;
