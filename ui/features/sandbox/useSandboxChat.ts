/** Writes the conversation on the screen where the specification has it: message by message, none once it is left. */
import { useEffect, useRef } from "react";
import { useDispatch } from "react-redux";
import { sandboxChatAppended, sandboxChatCleared, type SandboxChatMessage } from "../../state";
import type { Sandbox } from "./types";

/** All messages of a conversation in their order, the person's own among them. */
const messagesOf = (data: Sandbox): SandboxChatMessage[] => [
  ...data.messages.map(({ speaker, text }) => ({ speaker, text })),
  ...data.turns.flatMap(({ input: text, kind, messages }) => [
    { speaker: kind === "agent" ? "agent" : "user", text },
    ...messages.map(({ speaker, text }) => ({ speaker, text })),
  ]),
];

/** Keep `manage_bots.bot_sandbox_chat` with the conversation: what is new is appended, another one begins empty. */
export function useSandboxChat(data: Sandbox): void {
  const dispatch = useDispatch();
  const ref = useRef(0);
  const key = `${data.id}/${data.turns[0]?.at ?? ""}`;
  useEffect(() => {
    ref.current = 0;
    return () => void dispatch(sandboxChatCleared());
  }, [dispatch, key]);
  useEffect(() => {
    const all = messagesOf(data);
    if (all.length < ref.current) {
      dispatch(sandboxChatCleared());
      ref.current = 0;
    }
    for (const message of all.slice(ref.current)) dispatch(sandboxChatAppended(message));
    ref.current = all.length;
  }, [dispatch, data, key]);
}
