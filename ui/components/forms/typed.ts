/** What was typed into a refused form, for its controls to show again: each takes it by its name. */
import { createContext, useContext } from "react";
import { SiteContext } from "../../page/context";
import { fieldErrors } from "../fields/fieldErrors";

interface Typed {
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string[]>>;
}

/** Carries what was typed to the controls of a form; null where nothing was sent. */
export const TypedContext = createContext<Typed | null>(null);

/**
 * What was typed into the form of one of some calls, if that is the one that was refused, or that only asked: of
 * several forms of one call the one with the same fragment in its page.
 */
export function useRefused(calls: readonly string[], page: string): Typed | null {
  const form = useContext(SiteContext)?.currentPage.form;
  const isMine =
    form &&
    calls.some((call) => form.problem.instance === call.split("?")[0]) &&
    (form.part === undefined || form.part === (page.split("#")[1] ?? ""));
  const errors = isMine && form.problem.status >= 400 ? form.problem.errors : null;
  return isMine ? { values: form.values, errors: errors ?? {} } : null;
}

/** What is wrong with a control of a refused form, where its page says nothing else of it. */
export function useSaid(name: string | undefined): string | undefined {
  const errors = useContext(TypedContext)?.errors;
  return errors && name ? fieldErrors(errors, name.replace(/\[\]$/, "")) : undefined;
}

interface Text {
  name?: string | undefined;
  type?: string | undefined;
  value?: unknown;
  multiple?: boolean | undefined;
}

/**
 * The props of a control for text with what was typed as its first value; of several with one name, `place` says which
 * it is.
 */
export function useTyped<P extends Text>(props: P, place?: number): P {
  const typed = useContext(TypedContext)?.values[props.name ?? ""];
  if (typed === undefined || props.value !== undefined || props.type === "file" || props.type === "password")
    return props;
  if (props.multiple) return { ...props, defaultValue: typed.split("\n") };
  // Of several fields with one name only their place says which line was whose.
  if (!props.name?.endsWith("[]")) return { ...props, defaultValue: typed };
  return place === undefined ? props : { ...props, defaultValue: typed.split(/\r?\n/)[place] };
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
  const chosen = typed.values[props.name]?.split("\n") ?? [];
  return { ...props, defaultChecked: chosen.includes(String(props.value ?? "on")) };
}
