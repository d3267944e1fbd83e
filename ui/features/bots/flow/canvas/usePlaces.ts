/** The places of a bot's nodes on its page. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { useDispatch } from "react-redux";
import { isProblem } from "../../../../api";
import { useToast } from "../../../../components/toasts/useToast";
import { useText } from "../../../../lib/i18n";
import { layoutApi, type Layout } from "./calls";
import { Placing, type PlaceCalls, type PlacingRef } from "./placing";

type Answer<T> = { data: T; error?: undefined } | { data?: undefined; error: unknown };

/** How the places of a bot are reached: what is saved is what the page finds when it is opened again. */
function callsOf(bot: string, dispatch: (action: unknown) => unknown): PlaceCalls {
  const { flowLayout, saveFlowLayout } = layoutApi.endpoints;
  return {
    save: async (layout) => {
      const sent = dispatch(saveFlowLayout.initiate({ bot, ...layout }));
      const { data: revision, error } = (await sent) as Answer<number>;
      if (revision === undefined) return { problem: isProblem(error) ? error : { status: 500 } };
      dispatch(layoutApi.util.updateQueryData("flowLayout", bot, () => ({ ...layout, revision })));
      return { revision };
    },
    look: async () => {
      const request = dispatch(flowLayout.initiate(bot, { forceRefetch: true, subscribe: false }));
      return ((await request) as Answer<Layout>).data;
    },
    later: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
}

/** What moves nodes, and where they are; `first` is where they were when the canvas was opened. */
export function usePlaces(bot: string, first: Layout, placingRef: PlacingRef) {
  const dispatch = useDispatch() as (action: unknown) => unknown;
  const t = useText();
  const { show } = useToast();
  const [placing] = useState(() => placingRef.current ?? new Placing(first, callsOf(bot, dispatch)));
  const failed = useSyncExternalStore(placing.subscribe, placing.hasFailed, placing.hasFailed);
  useEffect(() => {
    if (failed) show({ tone: "bad", text: t("canvas.notStored") });
  }, [failed, show, t]);
  useEffect(() => {
    placingRef.current = placing;
    placing.adopt(first);
  }, [placingRef, placing, first]);
  const places = useSyncExternalStore(placing.subscribe, placing.places, placing.places);
  useEffect(() => () => void placing.save(), [placing]);
  return { placing, places };
}
