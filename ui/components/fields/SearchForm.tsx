import type { FormEventHandler, ReactNode } from "react";
import { Icon } from "../Icon";

interface Props {
  /** What is searched, said to screen readers and shown while nothing is typed. */
  label: string;
  /** Shown instead, such as an example. */
  hint?: string;
  action: string;
  name?: string;
  value?: string;
  maxLength?: number;
  /** The words of its button, where it has one of its own: a search of a public page. */
  button?: string;
  onSubmit?: FormEventHandler<HTMLFormElement>;
  /** Hidden inputs that keep the rest of the address. */
  children?: ReactNode;
}

/** A search of the page's own list as a GET form; `/` leads to it. */
export function SearchForm({ label, hint = label, action, name = "q", value = "", maxLength = 200, button, onSubmit, children }: Props) {
  return (
    <form className={button ? "find" : "sf"} role="search" action={action} method="get" onSubmit={onSubmit}>
      <Icon name="search" size={button ? 18 : 16} />
      <input key={value} type="search" name={name} defaultValue={value} maxLength={maxLength} placeholder={hint} aria-label={label} />
      {children}
      {button && <button className="button primary">{button}</button>}
    </form>
  );
}
