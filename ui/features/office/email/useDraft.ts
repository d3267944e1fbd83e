/** A draft while it is written: kept a moment after each change, in the browser too until the server has it. */
import { useCallback, useEffect, useRef, useState } from "react";
import { useDispatch } from "react-redux";
import { isProblem, NO_ANSWER, type Problem } from "../../../api";
import { keeperAt } from "../../../lib/kept";
import { ownKey } from "../../../lib/own";
import { mailApi } from "./api";
import { composePath } from "./places";
import type { Mail, NewMail, Typed } from "./types";

type Answer<T> = { data: T; error?: undefined } | { data?: undefined; error: unknown };
export type DraftState = "new" | "typing" | "saving" | "saved" | "offline" | "stale" | "failed";

/** How long one may pause before what is typed is kept. */
const WAIT_MS = 900;
const FIELDS = ["to", "cc", "bcc", "subject", "text"] as const;

/** What a draft says, as it is typed. */
export const typedOf = (mail: Mail): Typed => ({
  to: mail.to_text,
  cc: mail.cc_text,
  bcc: mail.bcc_text,
  subject: mail.subject,
  text: mail.text,
});
const same = (a: Typed, b: Typed) => FIELDS.every((field) => a[field] === b[field]);

/** What the browser keeps of a draft that the server has not got yet. */
interface Kept {
  typed: Typed;
  revision: number;
}

interface Start {
  draft: Mail | undefined;
  typed: Typed;
  /** What a new draft answers. */
  extra: Pick<NewMail, "answers" | "kind">;
  /** Whose it is: a browser may be used by several. */
  who: string;
}

/** The draft, its fields, and how far it is kept. */
export function useDraft({ draft: first, typed: start, extra, who }: Start) {
  const dispatch = useDispatch() as (action: unknown) => unknown;
  const [typed, setTyped] = useState(start);
  const [draft, setDraft] = useState(first);
  const [state, setState] = useState<DraftState>(first ? "saved" : "new");
  const [restored, setRestored] = useState(false);
  const [theirs, setTheirs] = useState<Mail | null>(null);
  const now = useRef({ typed, draft, sent: false, conflict: false });
  const running = useRef<Promise<Mail | undefined> | null>(null);
  const clock = useRef<ReturnType<typeof setTimeout>>(undefined);
  const box = useCallback(
    () =>
      keeperAt<Kept>(ownKey(who, `mail:${now.current.draft?.id ?? `new-${extra.answers ?? ""}${extra.kind ?? ""}`}`)),
    [who, extra.answers, extra.kind],
  );

  const adopt = useCallback(
    (mail: Mail) => {
      now.current.draft = mail;
      setDraft(mail);
      // What is read again later must be what was kept now.
      dispatch(mailApi.util.upsertQueryData("mail", mail.id, mail));
    },
    [dispatch],
  );

  /** Send what is typed; a draft that only got a file meanwhile is no other draft. */
  const once = useCallback(
    async (again = true): Promise<Mail | undefined> => {
      const { typed: values, draft: saved } = now.current;
      setState("saving");
      const before = box();
      const call = saved
        ? mailApi.endpoints.saveDraft.initiate({ id: saved.id, revision: saved.revision, values })
        : mailApi.endpoints.addDraft.initiate({ ...values, ...extra });
      const { data, error } = (await dispatch(call)) as Answer<Mail>;
      if (data) {
        adopt(data);
        before.drop();
        if (!saved) window.history.replaceState(window.history.state, "", composePath({ draft: data.id }));
        if (same(now.current.typed, values)) setState("saved");
        return data;
      }
      const problem: Problem = isProblem(error) ? error : { status: 500 };
      const current =
        problem.status === 412 && saved
          ? (
              (await dispatch(
                mailApi.endpoints.mail.initiate(saved.id, { forceRefetch: true, subscribe: false }),
              )) as Answer<Mail>
            ).data
          : undefined;
      if (saved && current) {
        if (again && same(typedOf(current), typedOf(saved))) {
          adopt(current);
          return once(false);
        }
        now.current.conflict = true;
        setTheirs(current);
        setState("stale");
        return undefined;
      }
      setState(problem.status === NO_ANSWER ? "offline" : "failed");
      return undefined;
    },
    [adopt, box, dispatch, extra],
  );

  /** Keep everything typed so far; answers the draft when it is kept. */
  const save = useCallback(async (): Promise<Mail | undefined> => {
    clearTimeout(clock.current);
    while (running.current) await running.current;
    const { typed: values, draft: saved, sent, conflict } = now.current;
    if (sent || conflict) return saved;
    if (saved && same(values, typedOf(saved))) return saved;
    running.current = once().finally(() => (running.current = null));
    return running.current;
  }, [once]);

  const later = useCallback(() => {
    clearTimeout(clock.current);
    clock.current = setTimeout(() => void save(), WAIT_MS);
  }, [save]);

  const type = (change: Partial<Typed>) => {
    const next = { ...now.current.typed, ...change };
    now.current.typed = next;
    setTyped(next);
    setState((before) => (before === "stale" ? before : "typing"));
    box().write({ typed: next, revision: now.current.draft?.revision ?? 0 });
    later();
  };

  useEffect(() => {
    const backup = box().read();
    if (backup && !same(backup.typed, now.current.typed)) {
      now.current.typed = backup.typed;
      setTyped(backup.typed);
      setRestored(true);
      const saved = now.current.draft;
      if (saved && saved.revision !== backup.revision) {
        now.current.conflict = true;
        setTheirs(saved);
        setState("stale");
      } else later();
    }
    const online = () => void save();
    window.addEventListener("online", online);
    return () => {
      window.removeEventListener("online", online);
      // Who goes elsewhere in the same document takes nothing along: it is kept at once, and lists ask again.
      void save().then((draft) => draft && dispatch(mailApi.util.invalidateTags(["Mail"])));
    };
  }, [box, dispatch, later, save]);

  /** After someone else's change: go on with one's own words, or with theirs. */
  const settle = (mine: boolean) => {
    if (!theirs) return;
    now.current.conflict = false;
    adopt(theirs);
    setTheirs(null);
    if (mine) return void save();
    now.current.typed = typedOf(theirs);
    setTyped(now.current.typed);
    box().drop();
    setState("saved");
  };
  /** It is sent or thrown away: nothing is kept any more. */
  const finish = () => {
    clearTimeout(clock.current);
    now.current.sent = true;
    box().drop();
  };
  const reopen = () => {
    now.current.sent = false;
  };
  return { typed, type, draft, state, restored, theirs, settle, save, finish, reopen, adopt };
}
