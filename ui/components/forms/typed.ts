/** What was typed into a refused form, for its controls to show again: each takes it by its name. */
import { useContext } from "react";
import type { FormState } from "./useOwnForm";
import { fieldErrors } from "../fields/fieldErrors";
import { TypedContext } from "./refused";

/** What is wrong with some controls of the form around, if it was refused. */
export function useFieldError(...names: readonly (string | undefined)[]): string | undefined {
  const errors = useContext(TypedContext)?.errors;
  const messages = names.map((name) => errors && name && fieldErrors(errors, name.replace(/\[\]$/, "")));
  return messages.filter(Boolean).join(" ") || undefined;
}

interface Text {
  name?: string | undefined;
  type?: string | undefined;
  value?: unknown;
  multiple?: boolean | undefined;
}

/**
 * The props of a control for text with what was typed as its first value; of several with one name, `place` says which
 * it is, and one control may hold them all as its lines.
 */
export function useTyped<P extends Text>(props: P, place?: number | "lines"): P {
  const typed = useContext(TypedContext)?.values?.[props.name ?? ""];
  if (typed === undefined || props.value !== undefined || props.type === "file" || props.type === "password")
    return props;
  if (props.multiple) return { ...props, defaultValue: typed.split("\n") };
  // Of several fields with one name only their place says which line was whose.
  if (place === "lines" || !props.name?.endsWith("[]")) return { ...props, defaultValue: typed };
  return place === undefined ? props : { ...props, defaultValue: typed.split(/\r?\n/)[place] };
}

/** What was typed into the form around, and what is wrong with it, for what a control cannot do by its name. */
export function useFormState(): FormState {
  const typed = useContext(TypedContext);
  return { values: typed?.values ?? {}, errors: typed?.errors ?? {}, code: typed?.problem?.code ?? null };
}

interface Choice {
  name?: string | undefined;
  value?: unknown;
  checked?: boolean | undefined;
}

/** The props of a tick box, a switch or a radio with what was chosen as its first state. */
export function useChosen<P extends Choice>(props: P): P {
  const values = useContext(TypedContext)?.values;
  if (!values || !props.name || props.checked !== undefined) return props;
  const chosen = values[props.name]?.split("\n") ?? [];
  return { ...props, defaultChecked: chosen.includes(String(props.value ?? "on")) };
}
