/** Who and when, as lists and mails say it. */
import type { Formatter } from "../../../lib/format";
import type { TextFunction } from "../../../lib/messages";
import type { MailRow } from "./types";

interface Person {
  name: string;
  email: string;
}

/** A person's name, or their address. */
export const nameOf = (person: Person): string => person.name || person.email;

/** Whom a list names: of one's own mails those they are for. */
export function whoOf(row: MailRow, t: TextFunction, f: Formatter): string {
  if (row.kind === "received") return nameOf(row.from);
  return row.to.length ? t("email.toWhom", { who: row.to.map(nameOf).join(f.comma) }) : t("email.toNobody");
}

/** The time of today's mails, the day of this year's, the date of all others. */
export const whenOf = (at: string, now: string, f: Formatter): string =>
  f.date(at) === f.date(now) ? f.time(at) : at.slice(0, 4) === now.slice(0, 4) ? f.day(at) : f.date(at);
