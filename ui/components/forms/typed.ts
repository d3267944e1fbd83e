/** What was typed into a refused form, for its controls to show again: each takes it by its name. */
import { createContext, useContext } from "react";
import { SiteContext } from "../../page/context";

type Typed = Readonly<Record<string, string>>;

/** Carries what was typed to the controls of a form; null where nothing was refused. */
export const TypedContext = createContext<Typed | null>(null);

/** What was typed into the form of a call, if that is the one that was refused. */
export function useRefused(call: string): Typed | null {
  const form = useContext(SiteContext)?.shown.form;
  const isRefused = form && form.problem.status >= 400 && form.problem.instance === call.split("?")[0];
  return isRefused ? form.values : null;
}

interface Text {
  name?: string | undefined;
  type?: string | undefined;
  value?: unknown;
  multiple?: boolean | undefined;
}

/** The props of a control for text with what was typed as its first value. */
export function useTyped<P extends Text>(props: P): P {
  const typed = useContext(TypedContext)?.[props.name ?? ""];
  if (typed === undefined || props.value !== undefined || props.type === "file" || props.type === "password")
    return props;
  if (props.multiple) return { ...props, defaultValue: typed.split("\n") };
  // Of several fields with one name nobody knows which line was whose.
  return props.name?.endsWith("[]") ? props : { ...props, defaultValue: typed };
}

interface Choice {
  name?: string | undefined;
  value?: unknown;
  checked?: boolean | undefined;
}

/** The props of a tick box, a switch or a radio with what was chosen as its first state. */
export function useChosen<P extends Choice>(props: P): P {
  const typed = useContext(TypedContext);
  if (!typed || !props.name || props.checked !== undefined) return props;
  const chosen = typed[props.name]?.split(props.name.endsWith("[]") ? "\n" : /(?!)/) ?? [];
  return { ...props, defaultChecked: chosen.includes(String(props.value ?? "on")) };
}
