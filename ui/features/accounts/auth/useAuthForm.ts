import { path } from "../../../lib/path";
import { safeNext, usePage } from "../../../page";
import type { nextQuery } from "./query";

const SLOT = "%%";

/** What these forms share: where to go on, typed values, and how they were refused. */
export function useAuthForm() {
  const { query, form, url, page } = usePage<typeof nextQuery>();
  const next = form?.values.next ?? query.next;
  // A slot is filled by the server after rendering, so it is kept as it is.
  const going = next.startsWith(SLOT) ? next : safeNext(next);
  return {
    next: going,
    /** The page's own address, shown again when the call refuses. */
    target: path(page.path, { next: going?.startsWith(SLOT) ? null : going }),
    other: (to: string) => path(to, { next: going?.startsWith(SLOT) ? null : going }),
    values: form?.values ?? {},
    /** Sent here after setting a new password by a link. */
    reset: !form && query.why === "reset",
    /** Sent here because a session is over, not because there was none. */
    ended: !form && query.why === "ended",
    status: form?.problem.status ?? null,
    code: form?.problem.code ?? null,
    url,
  };
}
