import { useEffect, useRef, type FormEventHandler, type ReactNode } from "react";
import { useKeys } from "../../hooks/useKeys";
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

/** A search of the page's own list as a GET form; on a public page `/` leads to it, in the frame to the frame's own. */
export function SearchForm({
  label,
  hint = label,
  action,
  name = "q",
  value = "",
  maxLength = 200,
  button,
  onSubmit,
  children,
}: Props) {
  const field = useRef<HTMLInputElement>(null);
  const search = () => {
    field.current?.focus();
    field.current?.select();
  };
  const ref = useRef(value);
  // The address says what is searched, also after Back; the field stays the same, and the focus in it. What was typed
  // before there was a script stays, too.
  useEffect(() => {
    if (field.current && ref.current !== value) field.current.value = value;
    ref.current = value;
  }, [value]);
  useKeys(button ? { "/": search } : {});
  return (
    <form className={button ? "find" : "sf"} role="search" action={action} method="get" onSubmit={onSubmit}>
      <Icon name="search" size={button ? 18 : 16} />
      <input
        ref={field}
        type="search"
        name={name}
        defaultValue={value}
        maxLength={maxLength}
        placeholder={hint}
        aria-label={label}
        aria-keyshortcuts={button && "/"}
      />
      {children}
      {button && <button className="button primary">{button}</button>}
    </form>
  );
}
