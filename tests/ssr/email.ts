/** Answers of a mailbox. */
import {
  LABELS,
  FOLDERS,
  type Mail,
  type MailCounts,
  type MailRow,
  type OfferedSnippets,
} from "../../ui/features/office/email/types";

const asha = { name: "Asha Kulkarni", email: "admin@demo.com" };
const vaishali = { name: "Vaishali Pawar", email: "accounts@suryodaya.example", avatar: "" };

/** An unread mail. */
export const MAIL_ROW: MailRow = {
  id: "91",
  number: 24,
  kind: "received",
  folder: "inbox",
  from: vaishali,
  to: [asha],
  subject: "Numbers </script> for the council",
  snippet: "Dear Asha, could you send",
  labels: ["company"],
  is_read: false,
  is_starred: true,
  files: 2,
  at: "2026-11-21T08:00:00Z",
  send_at: null,
  revision: 1,
};
const REPLY: MailRow = {
  ...MAIL_ROW,
  id: "92",
  kind: "sent",
  folder: "sent",
  from: { ...asha, avatar: "" },
  to: [vaishali],
  subject: "",
  snippet: "",
  is_read: true,
  is_starred: false,
  labels: [],
  files: 0,
};
const DRAFT: MailRow = { ...REPLY, id: "93", kind: "draft", folder: "draft", to: [] };
/** The same as a page of its own shows it. */
export const MAIL: Mail = {
  ...MAIL_ROW,
  is_read: true,
  cc: [{ name: "", email: "sunil@suryodaya.example" }],
  bcc: [],
  text: "Dear Asha,\n\ncould you send",
  to_text: "Asha Kulkarni <admin@demo.com>",
  cc_text: "sunil@suryodaya.example",
  bcc_text: "",
  attachments: [
    {
      id: "95",
      name: "june.csv",
      kind: "text/csv",
      size: 31_000,
      url: "/api/v1/mail/91/attachments/95",
      is_picture: false,
    },
    {
      id: "96",
      name: "bars.png",
      kind: "image/png",
      size: 1800,
      url: "/api/v1/mail/91/attachments/96",
      is_picture: true,
    },
  ],
  remote: [{ host: "img.example", url: "https://img.example/1.png" }],
  outside: [],
  thread: [MAIL_ROW, REPLY],
  newer: null,
  older: "90",
};
const COUNTS = {
  folders: Object.fromEntries(FOLDERS.map((folder) => [folder, { total: 2, unread: 1 }])),
  labels: Object.fromEntries(LABELS.map((label) => [label, 1])),
  live: "0",
} as unknown as MailCounts;
/** What can be put into a mail. */
export const READY: OfferedSnippets = {
  snippets: [
    {
      key: "hours",
      note: "",
      texts: { en: "Dear {{contact.first_name}}, we open at {{time}}.", hi: "हम नौ बजे खुलते हैं।" },
    },
  ],
};
const pageOf = (items: MailRow[]) => ({ items, total: items.length, page: 1, per: 25, next: null, previous: null });

/** The answer to a path of theirs; nothing for any other. */
export function email(path: string): unknown {
  if (path.startsWith("/api/v1/snippets/offered")) return READY;
  if (!path.startsWith("/api/v1/mail/")) return undefined;
  if (path.startsWith("/api/v1/mail/counts")) return COUNTS;
  if (path.startsWith("/api/v1/mail/folders/trash")) return pageOf([]);
  if (path.startsWith("/api/v1/mail/folders") || path.startsWith("/api/v1/mail/labels"))
    return pageOf([MAIL_ROW, REPLY, DRAFT]);
  if (path.startsWith("/api/v1/mail/answers"))
    return {
      kind: "reply",
      to: "Vaishali Pawar <accounts@suryodaya.example>",
      cc: "",
      subject: "Re: Numbers",
      quoted: "> Dear Asha",
      mail: MAIL_ROW,
      attachments: path.includes("kind=forward") ? MAIL.attachments : [],
    };
  if (path.startsWith("/api/v1/mail/93")) return { ...MAIL, ...DRAFT };
  return MAIL;
}
