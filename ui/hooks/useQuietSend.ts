import type { FormEvent } from "react";

/** What was sent last: one after the other, as each answer's cookie is what the next one adds to. */
let sent: Promise<unknown> = Promise.resolve();

/** Send a preferences form without leaving the page; without script the browser sends it. */
export function useQuietSend(then: (values: FormData) => void) {
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { action } = event.currentTarget;
    const values = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
    const body = new URLSearchParams([...values].map(([k, v]) => [k, String(v)]));
    // What is chosen holds on this page even if it cannot be kept.
    sent = sent
      .then(() => fetch(action, { method: "POST", body, redirect: "manual", keepalive: true }))
      .catch(() => undefined);
    then(values);
  };
}
