import { useEffect, useReducer, useRef } from "react";
import { useSelector } from "react-redux";
import { upload } from "../../api/upload";
import type { Problem } from "../../lib/problem";
import type { ReaderState } from "../../state";
import { isAccepted } from "./accepted";

/** One file on its way. */
export interface Sent {
  key: number;
  name: string;
  size: number;
  state: "sending" | "done" | "kind" | "size" | "refused" | "cancelled";
  share: number;
  problem?: Problem;
}

/** What a file must be, and where it goes. */
export interface Rules {
  call: string;
  name: string;
  accept: string;
  maxBytes: number;
  /** A file has arrived; given the API's answer. */
  onDone?: (answer: unknown) => void;
}

type Change = { add: readonly Sent[] } | { key: number; to: Partial<Sent> } | { drop: number };

function reduce(all: readonly Sent[], change: Change): readonly Sent[] {
  if ("add" in change) return [...all, ...change.add];
  if ("drop" in change) return all.filter(({ key }) => key !== change.drop);
  return all.map((sent) => (sent.key === change.key ? { ...sent, ...change.to } : sent));
}

/** Sends each file by itself, as soon as it is given: one that is refused holds up no other. */
export function useUploads({ call, name, accept, maxBytes, onDone }: Rules) {
  const session = useSelector((state: ReaderState) => state.session);
  const [files, dispatch] = useReducer(reduce, []);
  const running = useRef(new Map<number, AbortController>());
  const next = useRef(1);
  useEffect(() => {
    const all = running.current;
    return () => all.forEach((stop) => stop.abort());
  }, []);
  const send = (file: File, key: number) => {
    const stop = new AbortController();
    running.current.set(key, stop);
    const form = new FormData();
    form.append(name, file);
    void upload(call, form, {
      session,
      signal: stop.signal,
      onProgress: (share) => dispatch({ key, to: { share } }),
    }).then((answer) => {
      running.current.delete(key);
      if ("data" in answer) {
        dispatch({ key, to: { state: "done", share: 1 } });
        onDone?.(answer.data);
      } else dispatch({ key, to: { state: stop.signal.aborted ? "cancelled" : "refused", problem: answer.error } });
    });
  };
  const add = (files: readonly File[]) => {
    const rows = files.map((file): Sent => {
      const state = !isAccepted(file, accept) ? "kind" : file.size > maxBytes ? "size" : "sending";
      return { key: next.current++, name: file.name, size: file.size, state, share: 0 };
    });
    dispatch({ add: rows });
    rows.forEach((row, i) => row.state === "sending" && send(files[i]!, row.key));
  };
  return {
    files,
    add,
    cancel: (key: number) => running.current.get(key)?.abort(),
    drop: (key: number) => dispatch({ drop: key }),
  };
}
