import { path } from "../../../lib/path";
import { safeNext, usePage } from "../../../page";
import type { nextQuery } from "./query";

const SLOT = "%%";

/** What both forms share: where to go on, typed values, and what was wrong with them. */
export function useAuthForm() {
  const { query, form, url, page } = usePage<typeof nextQuery>();
  const next = form?.values.next ?? query.next;
  // A slot is filled by the server after rendering, so it is kept as it is.
  const going = next.startsWith(SLOT) ? next : safeNext(next);
  const errors = form?.problem.errors ?? {};
  const of = (field: string) => errors[field]?.filter(Boolean).join(" ") || undefined;
  const named = ["email", "password", "username", "workspace", "code"].some((field) => of(field));
  return {
    next: going,
    /** The page's own address, shown again when the call refuses. */
    target: path(page.path, { next: going?.startsWith(SLOT) ? null : going }),
    other: (to: string) => path(to, { next: going?.startsWith(SLOT) ? null : going }),
    values: form?.values ?? {},
    error: of,
    /** Sent here after setting a new password by a link. */
    reset: !form && query.why === "reset",
    /** Sent here because a session is over, not because there was none. */
    ended: !form && query.why === "ended",
    failed: form && !named ? (form.problem.detail ?? null) : null,
    status: form?.problem.status ?? null,
    code: form?.problem.code ?? null,
    url,
  };
}
