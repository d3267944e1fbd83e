/** The keys of mail programs people know, where a list or a mail is on the screen. */
import { useKeys } from "../../../hooks/useKeys";
import { useGo } from "../../../page";
import { focusRow } from "./MailList";
import { composePath, listPath, mailPath } from "./places";
import type { Do, ListArgs, Mail, MailRow } from "./types";
import type { Mails } from "./useMails";

interface Shown {
  list: ListArgs;
  mail: Mail | undefined;
  rows: readonly MailRow[];
  mails: Mails;
}

/** Listen for them. */
export function useMailKeys({ list, mail, rows, mails }: Shown): void {
  const go = useGo();
  const back = listPath(list.place, list);
  const line = () =>
    typeof document === "undefined" ? null : (document.activeElement?.closest<HTMLElement>("[data-mail]") ?? null);
  /** The mail that is meant: the row with the focus, else the one that is read. */
  const meant = () => rows.find(({ id }) => id === line()?.dataset.mail) ?? mail;
  const act =
    (word: (row: MailRow | Mail) => Do | null, leaves = false) =>
    () => {
      const row = meant();
      const does = row && word(row);
      if (!row || !does) return;
      const at = rows.findIndex(({ id }) => id === row.id);
      const next = rows[at + 1] ?? rows[at - 1];
      void mails.many([row.id], does, { quiet: !leaves }).then((done) => {
        if (!done || !leaves) return;
        if (mail?.id === row.id) go(back);
        else if (next)
          requestAnimationFrame(() =>
            document.querySelector<HTMLElement>(`[data-mail="${next.id}"] .mail-subject`)?.focus(),
          );
      });
    };
  const answer = (kind: string) => () => {
    const row = meant();
    if (row && row.kind !== "draft") go(composePath({ answers: row.id, kind: kind === "reply" ? undefined : kind }));
  };
  const step = (by: number) => () => {
    const beside = by > 0 ? mail?.older : mail?.newer;
    if (mail && !line()) return beside ? go(mailPath(beside, list), { replace: true }) : undefined;
    focusRow(by);
  };
  const trash = act((row) => (row.folder === "trash" ? null : "trash"), true);
  useKeys({
    c: () => go(composePath()),
    j: step(1),
    k: step(-1),
    o: () => line()?.querySelector<HTMLElement>(".mail-subject")?.click(),
    x: () => line()?.querySelector<HTMLElement>(".mail-pick")?.click(),
    s: act((row) => (row.is_starred ? "unstar" : "star")),
    e: trash,
    "#": trash,
    Delete: trash,
    u: () => mail && go(back),
    r: answer("reply"),
    a: answer("all"),
    f: answer("forward"),
  });
}
