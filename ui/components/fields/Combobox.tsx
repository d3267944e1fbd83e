import { useState } from "react";
import { useScripted } from "../../hooks/useScripted";
import { useText } from "../../lib/i18n";
import { isGeneric, Labelled, useAround, type Around } from "../fields";
import { useTyped } from "../forms/typed";
import { ComboInput } from "./ComboInput";
import { useEarlyField } from "./useEarlyField";
import type { Option, Search } from "./useSearch";

interface Props extends Around {
  name: string;
  /** A list, or a question to the server. A question must be the same function each time. */
  source: readonly Option[] | Search;
  defaultValue?: Option;
  placeholder?: string;
  required?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
  onChoose?: (option: Option | null) => void;
}

/** What is chosen at first: what was chosen in a form that was refused, else what is stored. */
function useFirst(name: string, source: Props["source"], stored: Option | undefined): Option | null {
  const value = String(useTyped({ name, defaultValue: stored?.value ?? "" }).defaultValue);
  return value && value === stored?.value ? stored : optionOf(value, source);
}

/** The option of a value; what only the server knows is called as it was typed. */
function optionOf(value: string, source: Props["source"]): Option | null {
  const option = typeof source === "function" ? undefined : source.find((option) => option.value === value);
  return option ?? (value ? { value, label: value } : null);
}

/**
 * One of many, found by typing. What is sent is the value; without script a list is a plain one, and a question is the
 * text as it was typed.
 */
export function Combobox({
  label,
  help,
  error,
  aside,
  name,
  source,
  defaultValue,
  placeholder,
  required,
  disabled,
  autoFocus,
  onChoose,
}: Props) {
  const { id, message, aria: own } = useAround({ error, help, name });
  const t = useText();
  const scripted = useScripted();
  const first = useFirst(name, source, defaultValue);
  const [chosen, setChosen] = useState(first);
  const [text, setText] = useState(first?.label ?? "");
  const choose = (option: Option | null) => {
    setChosen(option);
    setText(option?.label ?? "");
    onChoose?.(option);
  };
  const { field, isFocused } = useEarlyField<HTMLInputElement & HTMLSelectElement>(({ value }) => {
    const written = (typeof source === "function" ? first?.label : first?.value) ?? "";
    if (value !== written) choose(optionOf(value, source));
  });
  const aria = { ...own, autoFocus: isFocused || (autoFocus ?? own.autoFocus) };
  const common = { ...aria, className: "input select", placeholder, required, disabled };
  return (
    <Labelled
      id={id}
      label={label}
      help={help}
      message={message && !chosen && isGeneric(message) ? t("common.chooseOne") : message}
      aside={aside}
    >
      {scripted ? (
        <>
          <ComboInput
            {...common}
            label={label}
            source={source}
            text={text}
            search={text === chosen?.label ? "" : text}
            chosen={chosen ? [chosen.value] : []}
            onText={setText}
            onChoose={choose}
            // Text that was not chosen goes; no text at all is a choice too.
            onLeave={() => (text.trim() ? setText(chosen?.label ?? "") : chosen && choose(null))}
          />
          <input type="hidden" name={name} value={chosen?.value ?? ""} />
        </>
      ) : typeof source === "function" ? (
        <input {...common} ref={field} name={name} defaultValue={text} />
      ) : (
        <select
          {...aria}
          ref={field}
          className="input select"
          name={name}
          required={required}
          disabled={disabled}
          defaultValue={first?.value ?? ""}
        >
          <option value="">{placeholder}</option>
          {source.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
