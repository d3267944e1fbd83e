/** The calls of people. */
import { api, path } from "../../api";
import type { ListArgs, Member, MemberChange, NewMember, PeopleCounts, PeoplePage } from "./types";

/** A person and the version of them that one has seen. */
export interface Seen {
  id: string;
  version: number;
}

/** What narrows the list; its counts and its file take the same. */
const narrowed = ({ q, role, plan, status }: Pick<ListArgs, "q" | "role" | "plan" | "status">) => ({ q, role, plan, status });
const ordered = (sort: string) => (sort === "-number" ? "" : sort);
const one = (id: string) => `/api/v1/people/${id}`;

/** The people that fit as a file; fetching it is written down. */
export const filePath = (args: ListArgs): string => path("/api/v1/people/file", { ...narrowed(args), sort: ordered(args.sort) });

export const peopleApi = api.enhanceEndpoints({ addTagTypes: ["Member"] }).injectEndpoints({
  endpoints: (build) => ({
    people: build.query<PeoplePage, ListArgs>({
      query: (args) => path("/api/v1/people", { ...narrowed(args), sort: ordered(args.sort), page: args.page !== 1 ? args.page : "", per: args.per === "10" ? "" : args.per }),
      providesTags: ["Member"],
    }),
    peopleCounts: build.query<PeopleCounts, Pick<ListArgs, "q" | "role" | "plan" | "status">>({ query: (args) => path("/api/v1/people/counts", narrowed(args)), providesTags: ["Member"] }),
    member: build.query<Member, string>({ query: one, providesTags: ["Member"] }),
    addMember: build.mutation<Member, NewMember>({ query: (body) => ({ path: "/api/v1/people", method: "POST", body }), invalidatesTags: ["Member"] }),
    changeMember: build.mutation<Member, Seen & { values: MemberChange }>({ query: ({ id, version, values }) => ({ path: one(id), method: "PATCH", body: values, version: String(version) }), invalidatesTags: ["Member"] }),
    deleteMember: build.mutation<Member, Seen>({ query: ({ id, version }) => ({ path: one(id), method: "DELETE", version: String(version) }), invalidatesTags: ["Member"] }),
    restoreMember: build.mutation<Member, Seen>({ query: ({ id, version }) => ({ path: `${one(id)}/restore`, method: "POST", version: String(version) }), invalidatesTags: ["Member"] }),
  }),
});
