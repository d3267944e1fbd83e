/**
 * Who waits in the inbox, wherever its people are: the number of the menu and of the document's title, the bell, and a
 * sound for who wants it.
 */
import { useEffect, useRef, useState } from "react";
import { useDispatch } from "react-redux";
import { inboxApi } from "../features/inbox/api";
import { ring } from "../lib/ring";
import { renewed } from "../features/notifications/api";
import { useLiveTags } from "../hooks/useLiveTags";
import { useHidden } from "../hooks/useSaveData";
import { useScripted } from "../hooks/useScripted";
import { useSite } from "../page";
import { lined } from "../state";

const KINDS = ["handoff"];
/** How often a tab that nobody looks at asks: it holds no connection, of which a browser has few. */
const HIDDEN_MS = 20_000;

/** Nothing to see: what it hears is shown by others. No page waits for it. */
export default function InboxWatch() {
  return useScripted() && <Watch />;
}

function Watch() {
  const { session } = useSite();
  const dispatch = useDispatch() as (action: unknown) => unknown;
  const hidden = useHidden();
  // The document came with the number: nothing is asked before it has changed, or cannot be heard to.
  const [asks, setAsks] = useState(false);
  if (hidden && !asks) setAsks(true);
  useLiveTags(KINDS, () => {
    setAsks(true);
    return inboxApi.util.invalidateTags(["Handoff"]);
  });
  const { data } = inboxApi.useDeskQuery(undefined, { skip: !asks, pollingInterval: hidden ? HIDDEN_MS : 0 });
  const lastCount = useRef(session.waiting ?? 0);
  useEffect(() => {
    if (!data || data.waiting === lastCount.current) return;
    const isMore = data.waiting > lastCount.current;
    lastCount.current = data.waiting;
    dispatch(lined(data.waiting));
    dispatch(renewed());
    if (isMore && data.sound && data.available) ring();
  }, [data, dispatch]);
  return null;
}
