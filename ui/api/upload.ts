import type { Session } from "../lib/session";
import { asProblem, NO_ANSWER } from "../lib/problem";
import { fresh, parse, type Answer } from "./transport";

interface Options {
  session: Pick<Session, "csrf" | "locale">;
  signal: AbortSignal;
  /** How much has gone out, from 0 to 1. */
  onProgress: (share: number) => void;
}

/** Send files to our own API and tell how far they are: `fetch` cannot say what has gone out. */
export function upload(path: string, form: FormData, { session, signal, onProgress }: Options): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const failed = () => resolve({ error: { status: NO_ANSWER, code: signal.aborted ? "cancelled" : "offline" } });
    request.open("POST", path);
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("Accept-Language", session.locale);
    request.setRequestHeader("X-CSRF-Token", session.csrf);
    request.setRequestHeader("Idempotency-Key", fresh());
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onload = () => {
      const body = parse(request.responseText);
      resolve(request.status < 400 ? { data: body } : { error: asProblem(request.status, body) });
    };
    request.onerror = request.onabort = failed;
    signal.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}
