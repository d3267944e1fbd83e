/** Invoices as the API answers them. */
import type { Shape } from "../../../api";
import type { PageRef } from "../../../page";

export type Invoice = Shape<"Bill">;
export type InvoiceRow = Shape<"BillRow">;
export type InvoicePage = Shape<"BillPage">;
export type Summary = Shape<"BillSummary">;
export type Draft = Shape<"BillDraft">;
export type Client = Shape<"Billed">;
export type InvoiceChange = Shape<"BillChange">;
export type Payment = Shape<"Payment">;
export type Sending = Shape<"Sending">;
export type Happened = Shape<"BillEvent">;

export const STATUSES = ["Draft", "Sent", "Downloaded", "Partial Payment", "Past Due", "Paid"] as const;
/** The views of the list: every status, and what was deleted. */
export const VIEWS = ["all", ...STATUSES, "deleted"] as const;
export const SERVICES = [
  "Software Development",
  "UI/UX Design & Development",
  "Unlimited Extended License",
  "Template Customization",
] as const;
export const METHODS = ["bank", "card", "upi", "cheque", "cash", "other"] as const;
export const CLIENT_FIELDS = ["name", "company", "email", "contact", "address", "country"] as const;

export type Status = (typeof STATUSES)[number];

/** The colour that judges a status. */
export const TONES = {
  Draft: "quiet",
  Sent: "acc",
  Downloaded: "quiet",
  "Partial Payment": "warn",
  "Past Due": "bad",
  Paid: "good",
} as const satisfies Record<Status, string>;

/** All invoices are in this currency, as the specified calls write it. */
export const CURRENCY = "USD";
export const LIST = "/apps/invoice/list";
export const ADD = "/apps/invoice/add";
export const previewAt = (number: number | string) => `/apps/invoice/preview/${number}`;
export const editAt = (number: number | string) => `/apps/invoice/edit/${number}`;
/** Where one's own calls on an invoice go. */
export const callAt = (id: number | string) => `/api/v1/invoices/${id}`;

/** The periods of their issue that the list can be narrowed to. */
export const PERIODS = ["month", "last_month", "quarter", "year"] as const;

/** What narrows and orders the list. */
export interface ListArgs {
  view: string;
  issued: string;
  q: string;
  sort: string;
  page: PageRef;
}

/** What narrows the numbers above the list. */
export const countedBy = ({ q, issued }: ListArgs) => ({ q, issued });
