/** The calls of people. */
import { api, path } from "../../../api";
import type { PageRef } from "../../../page";
import type {
  Access,
  AccessChange,
  Deactivated,
  Deactivation,
  Explanation,
  InvitationPage,
  Invited,
  ListArgs,
  Member,
  MemberChange,
  NewInvitation,
  Owned,
  Part,
  PeopleCounts,
  PeoplePage,
  PersonSessionPage,
} from "./types";

/** A person and the revision of them that one has seen. */
export interface Seen {
  id: string;
  revision: number;
}

/** What narrows the list; its counts and its file take the same. */
const filtersOf = ({ q, role, plan, status }: Pick<ListArgs, "q" | "role" | "plan" | "status">) => ({
  q,
  role,
  plan,
  status,
});
const ordered = (sort: string) => (sort === "-number" ? "" : sort);
const pathOf = (id: string) => `/api/v1/people/${id}`;

/** The people that fit as a file; fetching it is written down. */
export const filePath = (args: ListArgs): string =>
  path("/api/v1/people/file", { ...filtersOf(args), sort: ordered(args.sort) });

export const peopleApi = api.enhanceEndpoints({ addTagTypes: ["Member"] }).injectEndpoints({
  endpoints: (build) => ({
    people: build.query<PeoplePage, ListArgs>({
      query: (args) =>
        path("/api/v1/people", {
          ...filtersOf(args),
          sort: ordered(args.sort),
          page: args.page !== 1 ? args.page : "",
          per: args.per === "10" ? "" : args.per,
        }),
      providesTags: ["Member"],
    }),
    peopleCounts: build.query<PeopleCounts, Pick<ListArgs, "q" | "role" | "plan" | "status">>({
      query: (args) => path("/api/v1/people/counts", filtersOf(args)),
      providesTags: ["Member"],
    }),
    member: build.query<Member, string>({ query: pathOf, providesTags: ["Member"] }),
    invitations: build.query<InvitationPage, string>({
      query: (id) => path("/api/v1/invitations", { user_id: id }),
      providesTags: ["Member"],
    }),
    access: build.query<Access, string>({ query: (id) => `${pathOf(id)}/access`, providesTags: ["Member"] }),
    parts: build.query<{ parts: Part[] }, void>({ query: () => "/api/v1/people/parts" }),
    explain: build.query<Explanation, { id: string; action: string; subject: string; thing: string }>({
      query: ({ id, action, subject, thing }) => path(`${pathOf(id)}/access/explain`, { action, subject, id: thing }),
      providesTags: ["Member"],
    }),
    successors: build.query<PeoplePage, string>({
      query: (id) => `${pathOf(id)}/successors?per=100`,
      providesTags: ["Member"],
    }),
    owned: build.query<Owned, string>({ query: (id) => `${pathOf(id)}/owned`, providesTags: ["Member"] }),
    memberSessions: build.query<PersonSessionPage, { id: string; page: PageRef }>({
      query: ({ id, page }) => path(`${pathOf(id)}/sessions`, { page: page === 1 ? "" : page }),
      providesTags: ["Member"],
    }),
    changeAccess: build.mutation<Access, Seen & { values: AccessChange }>({
      query: ({ id, revision, values }) => ({
        path: `${pathOf(id)}/access`,
        method: "PUT",
        body: values,
        revision: String(revision),
      }),
      invalidatesTags: ["Member"],
    }),
    invite: build.mutation<Invited, NewInvitation>({
      query: (body) => ({ path: "/api/v1/invitations", method: "POST", body }),
      invalidatesTags: ["Member"],
    }),
    changeMember: build.mutation<Member, Seen & { values: MemberChange }>({
      query: ({ id, revision, values }) => ({
        path: pathOf(id),
        method: "PATCH",
        body: values,
        revision: String(revision),
      }),
      invalidatesTags: ["Member"],
    }),
    deleteMember: build.mutation<Member, Seen>({
      query: ({ id, revision }) => ({ path: pathOf(id), method: "DELETE", revision: String(revision) }),
      invalidatesTags: ["Member"],
    }),
    deactivateMember: build.mutation<Deactivated, { id: string; values: Deactivation }>({
      query: ({ id, values }) => ({ path: `${pathOf(id)}/deactivate`, method: "POST", body: values }),
      invalidatesTags: ["Member"],
    }),
    reinstateMember: build.mutation<Member, { id: string; undo: string }>({
      query: ({ id, undo }) => ({ path: `${pathOf(id)}/reinstate`, method: "POST", body: { undo } }),
      invalidatesTags: ["Member"],
    }),
    restoreMember: build.mutation<Member, Seen>({
      query: ({ id, revision }) => ({ path: `${pathOf(id)}/restore`, method: "POST", revision: String(revision) }),
      invalidatesTags: ["Member"],
    }),
  }),
});
