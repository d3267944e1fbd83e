/** What a form says of an invoice: from one that is kept, from a form that was refused, and as the call takes it. */
import type { Formatter } from "../../../lib/format";
import {
  CLIENT_FIELDS,
  SERVICES,
  type Client,
  type Draft as Answered,
  type Invoice,
  type InvoiceChange,
} from "./types";

/** One line as it is typed. */
export interface Line {
  item: string;
  note: string;
  cost: string;
  quantity: string;
  discount: string;
}

/** Everything a form holds. */
export interface Draft {
  client: Client;
  client_from: string;
  service: string;
  issued_date: string;
  due_date: string;
  discount_percent: string;
  tax_percent: string;
  note: string;
  lines: Line[];
}

export const LINE: Line = { item: "", note: "", cost: "", quantity: "", discount: "" };
const NOBODY: Client = { name: "", company: "", email: "", address: "", country: "", contact: "" };
export const EMPTY: Draft = {
  client: NOBODY,
  client_from: "",
  service: SERVICES[0],
  issued_date: "",
  due_date: "",
  discount_percent: "",
  tax_percent: "18",
  note: "",
  lines: [],
};
const PLAIN = ["client_from", "service", "issued_date", "due_date", "discount_percent", "tax_percent", "note"] as const;
const PARTS = ["item", "note", "cost", "quantity", "discount"] as const;

/** A number without what says nothing. */
const bare = (text: string) => (/^0(\.0+)?$/.test(text) ? "" : text);

/** The form of an invoice that is kept, or that was worked out without being kept. */
export function draftOf(of: Invoice | Answered): Draft {
  const lines = of.lines.map(({ item, note, cost, quantity, discount }) =>
    item || note || bare(cost) ? { item, note, cost, quantity, discount: bare(discount) } : LINE,
  );
  return {
    client: of.client,
    client_from: "client_from" in of ? of.client_from : "",
    service: of.service,
    issued_date: of.issued_date ?? "",
    due_date: of.due_date ?? "",
    discount_percent: bare(of.discount_percent),
    tax_percent: of.tax_percent,
    note: of.note,
    lines,
  };
}

/** What a refused form without script has left of itself, over what is there. */
export function typedOver(values: Readonly<Record<string, string>>, draft: Draft): Draft {
  const out: Draft = { ...draft, client: { ...draft.client }, lines: [] };
  for (const key of PLAIN) out[key] = values[key] ?? draft[key];
  for (const key of CLIENT_FIELDS) out.client[key] = values[`client.${key}`] ?? draft.client[key];
  for (let i = 0; PARTS.some((part) => Object.hasOwn(values, `lines.${i}.${part}`)); i += 1) {
    out.lines.push(
      Object.fromEntries(PARTS.map((part) => [part, values[`lines.${i}.${part}`] ?? ""])) as unknown as Line,
    );
  }
  return out;
}

/** The form's draft as the call takes it: what is empty is left to the call. */
export function changeOf(draft: Draft): InvoiceChange {
  const { issued_date, due_date, discount_percent, tax_percent, lines, service, ...rest } = draft;
  const rows = lines.map((line) => ({
    item: line.item.trim(),
    note: line.note.trim(),
    cost: line.cost.trim() || "0",
    quantity: line.quantity.trim() || "1",
    discount: line.discount.trim() || "0",
  }));
  return {
    ...rest,
    service: service as NonNullable<InvoiceChange["service"]>,
    lines: rows,
    discount_percent: discount_percent.trim() || "0",
    tax_percent: tax_percent.trim() || "0",
    ...(issued_date && { issued_date }),
    ...(due_date && { due_date }),
  };
}

/** Fields in which two drafts differ, as text beside text. */
export function differing(mine: Draft, theirs: Draft, f: Formatter): { field: string; mine: string; theirs: string }[] {
  const valuesOf = (draft: Draft): Record<string, string> => ({
    client: CLIENT_FIELDS.map((key) => draft.client[key])
      .filter(Boolean)
      .join("\n"),
    service: draft.service,
    issued: draft.issued_date,
    due: draft.due_date,
    lines: draft.lines
      .filter(({ item }) => item)
      .map(({ item, note, cost, quantity, discount }) =>
        [`${item}: ${Number(quantity || 1)} × ${Number(cost || 0)}`, bare(discount) && `−${discount}%`, note]
          .filter(Boolean)
          .join(f.comma),
      )
      .join("\n"),
    discount: String(Number(draft.discount_percent || 0)),
    tax: String(Number(draft.tax_percent || 0)),
    note: draft.note,
  });
  const [own, other] = [valuesOf(mine), valuesOf(theirs)];
  return Object.keys(own)
    .filter((field) => own[field] !== other[field])
    .map((field) => ({ field, mine: own[field]!, theirs: other[field]! }));
}

/** At least so many lines. */
export const withRows = (draft: Draft, rows: number): Draft => ({
  ...draft,
  lines: [...draft.lines, ...Array.from({ length: Math.max(0, rows - draft.lines.length) }, () => ({ ...LINE }))],
});
