/** Leads as the API answers them. */
import type { Shape } from "../../api";

export type Lead = Shape<"Lead">;
export type LeadDetail = Shape<"LeadDetail">;
export type LeadPage = Shape<"LeadPage">;
export type Board = Shape<"LeadBoard">;
export type Leaks = Shape<"LeadLeakPage">;
export type Tree = Shape<"LeadTree">;
export type TreeParent = Shape<"LeadTreeParent">;
export type TreeCity = Shape<"LeadTreeCity">;
export type TreeOutlet = Shape<"LeadTreeOutlet">;
export type Choices = Shape<"LeadChoices">;
export type Touch = Shape<"LeadTouch">;
export type PriceList = Shape<"PriceList">;
export type PriceListPage = Shape<"PriceListPage">;
export type Rule = Shape<"LeadRule">;
export type RulePage = Shape<"LeadRulePage">;

export const OPEN = ["new", "assigned", "contacted", "engaged", "quoted", "follow_up"] as const;
export const STATES = [...OPEN, "won", "lost", "expired", "closed_duplicate", "closed_dnc"] as const;
export const LEAKS = ["overdue", "no_action", "sla", "expiring"] as const;
export const LEAK_GROUPS = ["outlet", "city", "owner"] as const;
export const BOARD_SORTS = ["next", "ends", "premium"] as const;
export const ENDS = ["15", "30", "90", "180"] as const;
/** The events that a person chooses, in the order of their buttons; the others are done by the system or elsewhere. */
export const EVENTS = [
  "assign",
  "contact",
  "reply",
  "quote",
  "callback",
  "win",
  "due",
  "lose",
  "reopen",
  "opt_out",
] as const;
export type Event = (typeof EVENTS)[number];
/** The state that an event which a card can be moved by leads to. */
export const TARGETS: Partial<Record<Event, string>> = {
  assign: "assigned",
  contact: "contacted",
  reply: "engaged",
  quote: "quoted",
  callback: "follow_up",
  due: "contacted",
  win: "won",
  lose: "lost",
};
/** What is suggested to be done next in an open state: an event, or an attempt that is logged. */
export const STEPS: Readonly<Record<string, Event | "touch">> = {
  new: "assign",
  assigned: "contact",
  contacted: "touch",
  engaged: "quote",
  quoted: "callback",
  follow_up: "due",
};
export const CHANNELS = ["call", "message", "visit", "note"] as const;
export const OUTCOMES = ["answered", "no_answer", "busy", "wrong_number", "sent", "read", "done"] as const;
export const YEARS = [1, 2, 3, 4, 5] as const;
export type Briefing = Shape<"LeadBriefing">;
export type Draft = Shape<"LeadDraft">;
/** What represents the customer in a message, for who writes one without seeing who it is. */
export const NAME = "{{name}}";
/** How long a message can be. */
export const MOST_LETTERS = 1000;
