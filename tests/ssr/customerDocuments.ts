/** Documents of customers: a list, and one that waits for its review. */
import type { CustomerDocument, WholeCustomerDocument } from "../../ui/features/masters/documents/api";

const DOCUMENT: CustomerDocument = {
  id: "1",
  kind: "insurance",
  state: "needs_review",
  received_at: "2026-11-20T08:00:00Z",
  media_type: "image/jpeg",
  size: 240_000,
  pages: null,
  valid_until: "2027-07-12",
  reason: "",
  decided_at: null,
  decided_by: "",
  client: { id: "1", name: "Meridian Motors" },
  outlet: { id: "2", name: "Pune Baner" },
  parent: { id: "3", name: "Suryodaya Autos" },
  city: { id: "4", name: "Pune" },
  customer: { id: "5", name: "Rohan Deshpande" },
  vehicle: { id: "6", name: "MH12KD4821" },
  marks: ["number_elsewhere"],
  possible: ["accept", "reject"],
  revision: 3,
};

const WHOLE: WholeCustomerDocument = {
  ...DOCUMENT,
  fields: { number: "P-88213", company: "Shield", registration: "MH12KD4821", valid_until: "2027-07-12" },
  required: ["number", "company", "registration", "valid_until"],
  offered: ["number", "company", "registration", "valid_until", "vin", "name", "issued_on"],
  conversation: null,
  hidden: false,
  note: "",
  warnings: { vin: ["vin_check_digit"] },
  copies: [{ id: "2", kind: "insurance", received_at: "2026-11-12T08:00:00Z", mark: "number_elsewhere" }],
  keep_until: "2027-05-20T08:00:00Z",
  zone: "Asia/Kolkata",
  currency: "INR",
  neighbours: { previous: null, next: "2" },
  erased: false,
};

/** The answer to a path of theirs; nothing for any other. */
export function customerDocuments(path: string): unknown {
  if (/^\/api\/v1\/customer-documents\/\d+/.test(path)) return WHOLE;
  if (path.startsWith("/api/v1/customer-documents"))
    return { items: [DOCUMENT], total: 1, page: 1, per: 25, next: null, previous: null, waiting: 1 };
  return undefined;
}
