/** Saying something: seen at once, tried again under the same key, and kept until it has arrived. */
import { useEffect, useRef } from "react";
import { isProblem, NO_ANSWER } from "../../../api";
import { useText } from "../../../lib/i18n";
import { useGo, usePage } from "../../../page";
import { chatApi } from "./api";
import { useOutbox, type Waiting } from "./outbox";
import { CHAT } from "./types";

/** What is being sent to each person: one after the other, so that it arrives in the order it was said. */
const queues = new Map<string, Promise<void>>();

/** The ways to send to one person, and what is on its way. */
export function useSending(id: string, atEnd: boolean) {
  const t = useText();
  const go = useGo();
  const { session } = usePage();
  const box = useOutbox(session.user?.id ?? "", id);
  const [say] = chatApi.useSayMutation();
  const attempt = (waiting: Waiting) => {
    box.mark(waiting.key, "");
    queues.set(
      id,
      (queues.get(id) ?? Promise.resolve()).then(() => put(waiting)),
    );
  };
  const put = async ({ key, text }: Waiting) => {
    const { data, error } = await say({ id, text, key });
    if (data) return box.drop(key);
    const problem = isProblem(error) ? error : { status: 500 };
    const why = problem.errors?.text?.join(" ") ?? problem.detail;
    box.mark(
      key,
      problem.status === NO_ANSWER ? "offline" : problem.status === 429 ? "many" : (why ?? t("chat.failed")),
    );
  };
  // What found no connection goes by itself once there is one: under its key it is said once, whatever came of the
  // first try.
  const again = useRef(() => undefined as void);
  useEffect(() => {
    again.current = () =>
      box.waiting.filter(({ failed }) => failed === "offline").forEach((waiting) => attempt(waiting));
  });
  useEffect(() => {
    const wake = () => again.current();
    window.addEventListener("online", wake);
    return () => window.removeEventListener("online", wake);
  }, []);
  return {
    ...box,
    send: (text: string) => {
      attempt(box.post(text));
      // What is said now is at the end: anyone who reads further up is taken there.
      if (!atEnd) go(`${CHAT}/${id}`);
    },
    retry: (waiting: Waiting) => attempt(waiting),
  };
}

/** What the conversation may do with what is on its way. */
export type Sending = ReturnType<typeof useSending>;
