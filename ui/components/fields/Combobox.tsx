import { useState } from "react";
import { useScripted } from "../../hooks/useScripted";
import { Labelled, useAround, type Around } from "../fields";
import { ComboInput } from "./ComboInput";
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
  const { id, said, aria: own } = useAround({ error, help });
  const aria = { ...own, autoFocus: autoFocus ?? own.autoFocus };
  const scripted = useScripted();
  const [chosen, setChosen] = useState<Option | null>(defaultValue ?? null);
  const [text, setText] = useState(defaultValue?.label ?? "");
  const choose = (option: Option | null) => {
    setChosen(option);
    setText(option?.label ?? "");
    onChoose?.(option);
  };
  const common = { ...aria, className: "input select", placeholder, required, disabled };
  return (
    <Labelled id={id} label={label} help={help} said={said} aside={aside}>
      {scripted ? (
        <>
          <ComboInput
            {...common}
            label={label}
            source={source}
            text={text}
            asked={text === chosen?.label ? "" : text}
            chosen={chosen ? [chosen.value] : []}
            onText={setText}
            onChoose={choose}
            // Text that was not chosen goes; no text at all is a choice too.
            onLeave={() => (text.trim() ? setText(chosen?.label ?? "") : chosen && choose(null))}
          />
          <input type="hidden" name={name} value={chosen?.value ?? ""} />
        </>
      ) : typeof source === "function" ? (
        <input {...common} name={name} defaultValue={text} />
      ) : (
        <select
          {...aria}
          className="input select"
          name={name}
          required={required}
          disabled={disabled}
          defaultValue={defaultValue?.value ?? ""}
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
