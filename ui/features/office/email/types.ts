/** Mails as the API answers them. */
import type { Shape } from "../../../api";
import type { PageRef } from "../../../page";

export type Mail = Shape<"Mail">;
export type MailSent = Shape<"MailSent">;
export type MailRow = Shape<"MailRow">;
export type MailPage = Shape<"MailPage">;
export type MailCounts = Shape<"MailCounts">;
export type MailsDone = Shape<"MailsDone">;
export type MailAnswer = Shape<"MailAnswer">;
export type MailFile = Shape<"MailFile">;
export type DraftChange = Shape<"MailDraftChange">;
export type NewMail = Shape<"NewMail">;
export type MailSend = Partial<Shape<"MailSend">>;
export type MailRecipients = Shape<"MailRecipients">;
export type Do = Shape<"ManyMails">["do"];

export const FOLDERS = [
  "inbox",
  "starred",
  "sent",
  "draft",
  "spam",
  "trash",
] as const satisfies readonly (keyof MailCounts["folders"])[];
export const LABELS = [
  "personal",
  "company",
  "important",
  "private",
] as const satisfies readonly (keyof MailCounts["labels"])[];
export type Folder = (typeof FOLDERS)[number];
export type Label = (typeof LABELS)[number];

/** The lists there are: folders, and labels behind `label-`. */
export const PLACES = [...FOLDERS, ...LABELS.map((label) => `label-${label}` as const)];
export type Place = (typeof PLACES)[number];

/** Which list, narrowed by which words, and which page of it. */
export interface ListArgs {
  place: string;
  q: string;
  page: PageRef;
}

/** The label a place represents; none for a folder. */
export const labelOf = (place: string): string | null =>
  place.startsWith("label-") ? place.slice("label-".length) : null;

/** The ways to answer. */
export const ANSWERS = ["reply", "all", "forward"] as const;

/** What is typed into a draft. */
export type Typed = Required<Pick<DraftChange, "to" | "cc" | "bcc" | "subject" | "text">>;
export type OfferedSnippets = Shape<"OfferedSnippets">;
