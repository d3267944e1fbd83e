/** Answers of the invoices. */
import type { Invoice, InvoiceRow, Summary } from "../../ui/features/office/invoices/types";

const CLIENT = {
  name: "Vaishali Pawar",
  company: "Suryodaya Autos",
  email: "accounts@suryodaya.example",
  address: "14 Baner Road, Pune",
  country: "India",
  contact: "+91 20 5550 0114",
};
const ROW: InvoiceRow = {
  id: "51",
  number: 5036,
  client: CLIENT,
  service: "Software Development",
  status: "Partial Payment",
  issued_date: "2026-11-01",
  due_date: "2026-11-15",
  late: true,
  total: "4123.00",
  balance: "123.00",
  is_deleted: false,
  has_pdf: true,
  revision: 3,
};
/** One invoice with a discount, a payment and a sending. */
export const INVOICE: Invoice = {
  ...ROW,
  lines: [
    { item: "Bot plan", note: "Five live bots", cost: "4000.00", quantity: "1", discount: "5", amount: "3800.00" },
    { item: "Voice minutes", note: "", cost: "0.09", quantity: "2906", discount: "0", amount: "261.54" },
  ],
  discount_percent: "0",
  tax_percent: "18",
  subtotal: "4061.54",
  discount: "0.00",
  tax: "61.46",
  paid: "4000.00",
  note: "Thank you.",
  pay_to: { bankName: "Deccan Commerce Bank", country: "India", iban: "IN00", swiftCode: "DCBKINBB" },
  has_pdf: true,
  events: [
    {
      id: "63",
      kind: "payment",
      at: "2026-11-12T08:00:00Z",
      by: "Asha Kulkarni",
      day: "2026-11-12",
      amount: "4000.00",
      method: "upi",
      note: "",
      to: "",
      subject: "",
      message: "",
    },
    {
      id: "62",
      kind: "sent",
      at: "2026-11-01T09:00:00Z",
      by: "Asha Kulkarni",
      day: null,
      amount: "0.00",
      method: "",
      note: "",
      to: "accounts@suryodaya.example",
      subject: "Invoice",
      message: "Dear all",
    },
    {
      id: "61",
      kind: "created",
      at: "2026-11-01T08:00:00Z",
      by: "Asha Kulkarni",
      day: null,
      amount: "4123.00",
      method: "",
      note: "",
      to: "",
      subject: "",
      message: "",
    },
  ],
  older: 5035,
  newer: null,
  updated_at: "2026-11-12T08:00:00Z",
};
const FIGURE = { count: 1, amount: "4123.00" };
const SUMMARY: Summary = {
  views: [
    { view: "all", count: 1 },
    { view: "Past Due", count: 1 },
  ],
  issued: FIGURE,
  paid: FIGURE,
  open: FIGURE,
  late: { ...FIGURE, days: 4 },
};

/** The answer to a path of theirs; nothing for any other. */
export function invoices(path: string): unknown {
  if (path.startsWith("/api/v1/invoices/summary")) return SUMMARY;
  if (path.startsWith("/api/v1/invoices/")) return INVOICE;
  if (path.startsWith("/api/v1/invoices"))
    return { items: [ROW], total: 1, page: 1, per: 10, next: null, previous: null };
  return undefined;
}
