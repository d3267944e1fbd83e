/** What the calls of offers answer. */
import type { Shape } from "../../api";

export type Offer = Shape<"CampaignOffer">;
export type WholeOffer = Shape<"CampaignOfferDetail">;
export type OfferPage = Shape<"CampaignOfferPage">;
export type Funnel = Shape<"OfferFunnel">;
export type Recipient = Shape<"OfferRecipient">;
export type RecipientPage = Shape<"OfferRecipientPage">;
export type Audience = Shape<"OfferAudience">;

/** The views of the list, as the server counts them. */
export const VIEWS = ["running", "waiting", "scheduled", "finished", "archived"] as const;

/** The events that people cause, in the order of the menu. */
export const EVENTS = ["submit", "approve", "reject", "pause", "resume", "cancel", "archive"] as const;
export type Event = (typeof EVENTS)[number];

/** Events for which a reason must be given. */
export const NEEDS_REASON: readonly Event[] = ["reject", "cancel"];

export const TYPES = ["service", "discount", "exchange", "warranty", "event"] as const;
export const GROUPS = ["service", "sales", "psf"] as const;
export const CHANNELS = ["email", "web", "whatsapp", "telegram", "messenger", "instagram", "sms"] as const;

/** What an audience can be narrowed by, with the operators of each. */
const LIST = ["in", "not_in"] as const;
const NUMBER = ["gt", "lt", "between", "present", "absent"] as const;
export const FIELDS = {
  last_service_days: NUMBER,
  model: LIST,
  variant: LIST,
  odometer_km: NUMBER,
  age_months: NUMBER,
  warranty_end_days: NUMBER,
  city: LIST,
  outlet: LIST,
  language: LIST,
  tag: LIST,
} as const;
export const OPERATORS = [...LIST, ...NUMBER] as const;

/** The states and stages that recipients can be listed by, in their order. */
export const RECIPIENT_VIEWS = [
  "queued",
  "delivered",
  "read",
  "clicked",
  "replied",
  "converted",
  "failed",
  "opted_out",
  "held_back",
  "skipped",
] as const;

/** How many people a message must reach before anything is said of how it did beside others. */
export const FEWEST = 30;

/** The variables that a message can hold. */
export const VARIABLES = ["first_name", "name", "model", "registration", "outlet", "until"] as const;

/** Whether an offer can be changed in everything. */
export const isOpen = ({ state }: Pick<Offer, "state">) => state === "draft" || state === "scheduled";
