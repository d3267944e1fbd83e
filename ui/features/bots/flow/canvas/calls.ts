/** The calls of a canvas: where nodes are, which is no part of the flow. */
import { api } from "../../../../api";

/** By a node's name: how far it is from the start and the top. */
export type Places = Readonly<Record<string, readonly [number, number]>>;

export interface Layout {
  revision: number;
  places: Places;
}

/** The revision that an answer's tag names. */
const revisionOf = (tag: string | null | undefined): number => Number(/\d+/.exec(tag ?? "")?.[0] ?? 0);

export const layoutApi = api.injectEndpoints({
  endpoints: (build) => ({
    flowLayout: build.query<Layout, string>({
      query: (bot) => `/api/v1/bots/${bot}/flow/layout`,
      transformResponse: ({ places }: { places: Places }, meta) => ({ places, revision: revisionOf(meta?.tag) }),
    }),
    saveFlowLayout: build.mutation<number, { bot: string } & Layout>({
      query: ({ bot, revision, places }) => ({
        path: `/api/v1/bots/${bot}/flow/layout`,
        method: "PUT",
        revision: String(revision),
        body: { places },
      }),
      transformResponse: (_places, meta) => revisionOf(meta?.tag),
    }),
  }),
});
