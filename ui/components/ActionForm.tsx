import type { FormHTMLAttributes } from "react";
import { path } from "../lib/path";
import type { Problem } from "../lib/problem";
import { useSelector } from "react-redux";
import type { ReaderState } from "../state";
import { TypedContext, useRefused } from "./forms/refused";

/** The call a form or one of its buttons makes, and what comes after it. */
export interface Submission {
  /** The API call the form makes. */
  call: string;
  method?: "POST" | "PUT" | "PATCH" | "DELETE";
  /** Where the reader goes afterwards, and what is shown again when the call refuses. */
  page: string;
  /** Where the reader goes afterwards instead, once the call is done. */
  then?: string | undefined;
  /** What the page then says, by the name of its area's text. */
  done?: string;
  revision?: string;
}

/** The address that makes the call, with or without script. */
export const submitPath = ({ call, method = "POST", page, then, done, revision }: Submission) => {
  const noted = (to: string) => (done ? to.replace(/#|$/, `${to.includes("?") ? "&" : "?"}done=${done}$&`) : to);
  return path("/submit", { call, method, page: then ? page : noted(page), then: then && noted(then), revision });
};

interface Also {
  /** Other calls that buttons of the form make. */
  also?: readonly string[];
  /** Why it was refused, where a script sends it: null while it was not, and what was sent before counts no more. */
  refused?: Problem | null;
}

type Props = Submission & Also & Omit<FormHTMLAttributes<HTMLFormElement>, "action" | "method">;

/**
 * A form that makes one API call with or without script; what is wrong is said by its own fields, not by the browser.
 */
export function ActionForm({ call, method, page, then, done, revision, also = [], refused, children, ...rest }: Props) {
  const csrf = useSelector((state: ReaderState) => state.session.csrf);
  const sent = useRefused([call, ...also], page);
  const isSent = refused === undefined || refused === sent?.problem;
  const typed = isSent ? sent : refused && { errors: refused.errors ?? {}, problem: refused };
  return (
    <form noValidate {...rest} method="post" action={submitPath({ call, method, page, then, done, revision })}>
      <input type="hidden" name="csrf" value={csrf} />
      <TypedContext value={typed}>{children}</TypedContext>
    </form>
  );
}
