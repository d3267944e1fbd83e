/** The document of a bot's flow while it is edited on a page. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { useDispatch } from "react-redux";
import { isProblem, type Problem } from "../../../api";
import { useScripted } from "../../../hooks/useScripted";
import { usePage } from "../../../page";
import { workingApi, type WorkingCopy } from "../flow/api";
import { keeper } from "./kept";
import { Saving, type Calls } from "./saving";

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
      const asked = dispatch(workingCopy.initiate(bot, { forceRefetch: true, subscribe: false }));
      return ((await asked) as Answer<WorkingCopy>).data;
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

/** The document with its history and how far it is saved. */
export function useSaving(bot: string, first: WorkingCopy) {
  const dispatch = useDispatch() as (action: unknown) => unknown;
  const { session } = usePage();
  // What came with the document is of this moment; what an earlier page left may have been changed since.
  const [isFresh] = useState(!useScripted());
  const [saving] = useState(() => new Saving(first, callsOf(bot, session.user?.id ?? "", dispatch)));
  const shown = useSyncExternalStore(saving.subscribe, saving.shown, saving.shown);
  useEffect(() => {
    saving.restore();
    const look = () => void (document.visibilityState === "visible" && saving.look());
    const online = () => void saving.save();
    if (!isFresh) look();
    window.addEventListener("online", online);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.removeEventListener("online", online);
      document.removeEventListener("visibilitychange", look);
      saving.stop();
    };
  }, [saving, isFresh]);
  return { saving, ...shown };
}
