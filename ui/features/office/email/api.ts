/** The calls of mail. */
import { api, path } from "../../../api";
import {
  labelOf,
  type Do,
  type DraftChange,
  type ListArgs,
  type Mail,
  type MailAnswer,
  type MailCounts,
  type MailRecipients,
  type MailSend,
  type MailPage,
  type MailSent,
  type MailsDone,
  type NewMail,
  type OfferedSnippets,
} from "./types";

/** As many as a page of the list shows. */
const PER = 25;
const ROOT = "/api/v1/mail";
const pathOf = (id: string) => `${ROOT}/${id}`;
const draft = (id: string) => `${ROOT}/drafts/${id}`;

/** A draft and the revision of it that one has seen. */
interface Seen {
  id: string;
  revision: number;
}

/** The call that lists a place. */
const listAt = (place: string) => {
  const label = labelOf(place);
  return label ? `${ROOT}/labels/${label}` : `${ROOT}/folders/${place}`;
};

export const mailApi = api.enhanceEndpoints({ addTagTypes: ["Mail", "Reference"] }).injectEndpoints({
  endpoints: (build) => ({
    mails: build.query<MailPage, ListArgs>({
      query: ({ place, q, page }) => path(listAt(place), { q, page: page !== 1 ? page : "", per: PER }),
      providesTags: ["Mail"],
    }),
    mailCounts: build.query<MailCounts, void>({ query: () => `${ROOT}/counts`, providesTags: ["Mail"] }),
    mail: build.query<Mail, string>({ query: pathOf, providesTags: ["Mail"] }),
    mailAnswer: build.query<MailAnswer, { id: string; kind: string }>({
      query: ({ id, kind }) => path(`${ROOT}/answers/${id}`, { kind }),
    }),
    mailPeople: build.query<{ people: { name: string; email: string }[] }, string>({
      query: (q) => path(`${ROOT}/people`, { q }),
    }),
    changeMails: build.mutation<MailsDone, { ids: string[]; do: Do }>({
      query: (body) => ({ path: `${ROOT}/many`, method: "POST", body }),
      invalidatesTags: ["Mail"],
    }),
    deleteMail: build.mutation<void, Seen>({
      query: ({ id, revision }) => ({ path: pathOf(id), method: "DELETE", revision: String(revision) }),
      invalidatesTags: (_done, error) => (error ? [] : ["Mail"]),
    }),
    emptyTrash: build.mutation<{ deleted: number }, void>({
      query: () => ({ path: `${ROOT}/trash/empty`, method: "POST", body: {} }),
      invalidatesTags: ["Mail"],
    }),
    // What is kept while one types changes lists only: they ask again when they are looked at.
    addDraft: build.mutation<Mail, NewMail>({
      query: (body) => ({ path: `${ROOT}/drafts`, method: "POST", body }),
      invalidatesTags: ["Mail"],
    }),
    saveDraft: build.mutation<Mail, Seen & { values: DraftChange }>({
      query: ({ id, revision, values }) => ({
        path: draft(id),
        method: "PATCH",
        body: values,
        revision: String(revision),
      }),
    }),
    sendDraft: build.mutation<MailSent, Seen & { values: MailSend }>({
      query: ({ id, revision, values }) => ({
        path: `${draft(id)}/send`,
        method: "POST",
        body: values,
        revision: String(revision),
      }),
      invalidatesTags: (sent) => (sent ? ["Mail"] : []),
    }),
    unsendDraft: build.mutation<Mail, Seen>({
      query: ({ id, revision }) => ({
        path: `${draft(id)}/unsend`,
        method: "POST",
        body: {},
        revision: String(revision),
      }),
      invalidatesTags: ["Mail"],
    }),
    offeredSnippets: build.query<OfferedSnippets, void>({
      query: () => "/api/v1/snippets/offered",
      providesTags: ["Reference"],
    }),
    mailRecipients: build.query<MailRecipients, string>({ query: (q) => path(`${ROOT}/recipients`, { q }) }),
    detach: build.mutation<Mail, Seen & { file: string }>({
      query: ({ id, revision, file }) => ({
        path: `${draft(id)}/attachments/${file}`,
        method: "DELETE",
        revision: String(revision),
      }),
    }),
  }),
});
