/** Addresses of the mail pages. */
import { path } from "../../../lib/path";
import { labelOf } from "./types";
import type { PageRef } from "../../../page";

export const HOME = "/apps/email";
export const COMPOSE = `${HOME}/compose`;

/** A list. */
export function listPath(place: string, more: { q?: string; page?: PageRef } = {}): string {
  const label = labelOf(place);
  const at = label ? `${HOME}/label/${label}` : place === "inbox" ? HOME : `${HOME}/${place}`;
  return path(at, { q: more.q, page: more.page && more.page !== 1 ? more.page : undefined });
}

/** One mail, beside the list it was opened from. */
export const mailPath = (id: string, from: { place?: string; q?: string; page?: PageRef } = {}) =>
  path(`${HOME}/mail/${id}`, { in: from.place, q: from.q, page: from.page && from.page !== 1 ? from.page : undefined });

/** Writing: a new mail, a draft, or an answer. */
export const composePath = (how: { draft?: string; answers?: string; kind?: string } = {}) =>
  path(COMPOSE, { draft: how.draft, answers: how.answers, kind: how.kind });
