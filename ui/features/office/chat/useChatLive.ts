/** What changes while the chat is open: asked for again, and who is writing just now. */
import { useCallback, useEffect, useRef, useState } from "react";
import { useDispatch } from "react-redux";
import { useLive, type Change } from "../../../api/live";
import { chatApi } from "./api";

/** How long someone counts as writing after the last word of it. */
const TYPING_MS = 5000;

type Tag = "Talk" | "Talker" | "OwnTalker" | "Said" | { type: "Said"; id: string };

/** What has to be asked for again after a change. */
export function stale({ kind, subject }: Change): Tag[] {
  const tag: Tag = { type: "Said", id: subject };
  if (kind === "chat:message" || kind === "chat:read") return ["Talk", tag];
  return kind === "chat:status" ? ["Talk", "Talker", "OwnTalker", tag] : [];
}

/** Listen from where the list was read; answers the ids of those who are writing. */
export function useChatLive(live: string | undefined): ReadonlySet<string> {
  const dispatch = useDispatch();
  const [typing, setTyping] = useState<ReadonlySet<string>>(new Set());
  const clocks = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const quiet = useCallback((id: string) => {
    clearTimeout(clocks.current.get(id));
    setTyping((now) => new Set([...now].filter((other) => other !== id)));
  }, []);
  useEffect(() => {
    const all = clocks.current;
    return () => all.forEach((clock) => clearTimeout(clock));
  }, []);
  useLive(live, (changes) => {
    for (const { kind, subject } of changes ?? []) {
      if (kind === "chat:message") quiet(subject);
      if (kind !== "chat:typing") continue;
      clearTimeout(clocks.current.get(subject));
      clocks.current.set(
        subject,
        setTimeout(() => quiet(subject), TYPING_MS),
      );
      setTyping((now) => new Set([...now, subject]));
    }
    const tags: Tag[] = changes ? changes.flatMap(stale) : ["Talk", "Talker", "OwnTalker", "Said"];
    if (tags.length) dispatch(chatApi.util.invalidateTags(tags));
  });
  return typing;
}
