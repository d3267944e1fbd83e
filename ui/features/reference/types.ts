/** Code lists as the API answers them. */
import type { IconName } from "../../components";
import type { Shape } from "../../api";
import type { PageRef } from "../../page";

export type Lists = Shape<"ReferenceLists">;
export type ListName = Shape<"ReferenceList">["list"];
export type EntryPage = Shape<"EntryPage">;
export type Entry = Shape<"Entry">;
export type Metrics = Shape<"Metrics">;
export type MetricValues = Shape<"MetricValues">;
export type Metric = Shape<"Metric">;
export type Card = Shape<"Card">;
export type SnippetPage = Shape<"SnippetPage">;
export type Snippet = Shape<"Snippet">;
export type Api = Shape<"Api">;
export type Call = Shape<"ApiCall">;
export type Sample = Shape<"WebhookSample">;
export type Verdict = Shape<"WebhookVerdict">;
export type Uses = Shape<"EntryUses">;
export type Imported = Shape<"CsvImport">;

/** What a list is drawn with, in the order in which lists are shown. */
export const ICONS: Readonly<Record<ListName, IconName>> = {
  "vehicle-models": "car",
  variants: "layers",
  "service-types": "wrench",
  goals: "target",
  intents: "git-branch",
  "lost-reasons": "funnel-x",
  "reject-reasons": "ban",
  "complaint-types": "triangle-alert",
  "offer-types": "tag",
  holidays: "calendar",
  languages: "languages",
};
export const STATES = ["active", "inactive"] as const;
/** The languages whose names stand side by side; the others of a form are opened. */
export const FIRST = ["en", "hi", "ar"] as const;
export const FURTHER = ["gu", "mr", "ta", "te", "kn", "bn"] as const;
export const GROUPS = ["service", "sales", "psf"] as const;

/** The events that a sample can be made of. */
export const EVENTS = [
  "lead.changed",
  "offer.changed",
  "handoff.requested",
  "handoff.accepted",
  "handoff.closed",
  "goal.reached",
  "conversation.closed",
] as const;

export type Webhook = Shape<"Webhook">;
export type WebhookPage = Shape<"WebhookPage">;
export type Delivery = Shape<"WebhookDelivery">;
export type DeliveryPage = Shape<"WebhookDeliveryPage">;

/** Which entries of a list are shown. */
export interface EntryArgs {
  list: string;
  q: string;
  state: string;
  of: string;
  page: PageRef;
}
