import type { FormHTMLAttributes } from "react";
import { path } from "../lib/path";
import { useSelector } from "react-redux";
import type { ReaderState } from "../state";

/** The call a form or one of its buttons makes, and what comes after it. */
export interface Submission {
  /** The API call the form makes. */
  call: string;
  method?: "POST" | "PUT" | "PATCH" | "DELETE";
  /** Where the reader goes afterwards, and what is shown again when the call refuses. */
  page: string;
  /** What the page then says, by the name of its area's text. */
  done?: string;
  version?: string;
}

/** The address that makes the call, with or without script. */
export const submitPath = ({ call, method = "POST", page, done, version }: Submission) =>
  path("/submit", { call, method, page: done ? page.replace(/#|$/, `${page.includes("?") ? "&" : "?"}done=${done}$&`) : page, version });

type Props = Submission & Omit<FormHTMLAttributes<HTMLFormElement>, "action" | "method">;

/** A form that makes one API call with or without script. */
export function ActionForm({ call, method, page, done, version, children, ...rest }: Props) {
  const csrf = useSelector((state: ReaderState) => state.session.csrf);
  return (
    <form {...rest} method="post" action={submitPath({ call, method, page, done, version })}>
      <input type="hidden" name="csrf" value={csrf} />
      {children}
    </form>
  );
}
