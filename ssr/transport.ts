import { asProblem, NO_ANSWER, type Transport } from "../ui/api";

/** One answer of the API as Flask hands it over. */
export interface ApiAnswer {
  status: number;
  body: unknown;
}

/** Answers first; a path without one is written down as a need. */
export function answersTransport(answers: Readonly<Record<string, ApiAnswer>>): {
  send: Transport;
  needs: Set<string>;
} {
  const needs = new Set<string>();
  const send: Transport = (call) => {
    if (typeof call !== "string") return { error: { status: NO_ANSWER, code: "write-while-rendering" } };
    const answer = Object.hasOwn(answers, call) ? answers[call] : undefined;
    if (!answer) {
      needs.add(call);
      return { error: { status: NO_ANSWER, code: "need" } };
    }
    return answer.status < 400 ? { data: answer.body } : { error: asProblem(answer.status, answer.body) };
  };
  return { send, needs };
}
