/** The document of a bot's flow while it is edited on a page. */
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useDispatch } from "react-redux";
import { isProblem, type Problem } from "../../../api";
import { usePage } from "../../../page";
import { workingApi, type WorkingCopy } from "../flow/api";
import { keeper } from "./kept";
import { Saving, type Calls, type Snapshot } from "./saving";

type Answer<T> = { data: T; error?: undefined } | { data?: undefined; error: unknown };

const problemOf = (error: unknown): Problem => (isProblem(error) ? error : { status: 500 });

/** How the document of a bot is reached: what is saved is what other pages find. */
function callsOf(bot: string, who: string, dispatch: (action: unknown) => unknown): Calls {
  const { saveFlow, workingCopy, checkFlow } = workingApi.endpoints;
  const note = (change: Partial<WorkingCopy>) =>
    dispatch(workingApi.util.updateQueryData("workingCopy", bot, (copy) => Object.assign({}, copy, change)));
  return {
    save: async (revision, document) => {
      const sent = dispatch(saveFlow.initiate({ bot, revision, document }));
      const { data, error } = (await sent) as Answer<number>;
      if (data === undefined) return { problem: problemOf(error) };
      note({ revision: data, document, changed_at: new Date().toISOString() });
      return { revision: data };
    },
    look: async () => {
      const request = dispatch(workingCopy.initiate(bot, { forceRefetch: true, subscribe: false }));
      return ((await request) as Answer<WorkingCopy>).data;
    },
    check: async () => {
      const { data } = (await dispatch(checkFlow.initiate(bot))) as Answer<Pick<WorkingCopy, "errors" | "warnings">>;
      if (data) note(data);
      return data && [...data.errors, ...data.warnings];
    },
    keep: keeper(who, bot),
    now: () => Date.now(),
    later: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
}

/** Whether something typed would be lost by leaving the page. */
export const isHeldBack = ({ state, unread }: Pick<Snapshot, "state" | "unread">): boolean =>
  unread.length > 0 || ["offline", "failed", "stale"].includes(state);

/** An answer this old may not be what is stored by now. */
const OLD_MS = 10_000;

/** The document with its history and how far it is saved; `at` is when it came. */
export function useSaving(bot: string, first: WorkingCopy, at = 0) {
  const dispatch = useDispatch() as (action: unknown) => unknown;
  const { session } = usePage();
  const [saving] = useState(() => new Saving(first, callsOf(bot, session.user?.id ?? "", dispatch)));
  const came = useRef(at);
  const snapshot = useSyncExternalStore(saving.subscribe, saving.snapshot, saving.snapshot);
  useEffect(() => {
    saving.restore();
    const look = () => void (document.visibilityState === "visible" && saving.look());
    const online = () => void saving.save();
    // Who comes back to the page finds what it began with in the cache.
    if (Date.now() - came.current > OLD_MS) look();
    window.addEventListener("online", online);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.removeEventListener("online", online);
      document.removeEventListener("visibilitychange", look);
      saving.stop();
    };
  }, [saving]);
  return { saving, ...snapshot };
}
