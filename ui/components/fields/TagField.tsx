import { useRef, useState, type KeyboardEvent } from "react";
import { useScripted } from "../../hooks/useScripted";
import { useText } from "../../lib/i18n";
import { Labelled, useAround, type Around } from "../fields";
import { useTyped } from "../forms/typed";
import { Icon } from "../Icon";
import { ComboInput } from "./ComboInput";
import { useEarlyField } from "./useEarlyField";
import type { Option, Search } from "./useSearch";
import "../controls.css";

interface Props extends Around {
  name: string;
  source: readonly Option[] | Search;
  defaultValue?: readonly Option[];
  placeholder?: string;
  disabled?: boolean;
  onChange?: (chosen: readonly Option[]) => void;
}

/**
 * Several of many, each a tag that can be taken away; without script a list with several chosen, or their names as
 * text.
 */
export function TagField({
  label,
  help,
  error,
  aside,
  name,
  source,
  defaultValue = [],
  placeholder,
  disabled,
  onChange,
}: Props) {
  const t = useText();
  const { id, message, aria } = useAround({ error, help, name });
  const scripted = useScripted();
  const stored = defaultValue.map(({ value }) => value);
  const plain = useTyped({ name, multiple: true, defaultValue: stored }).defaultValue;
  const box = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(
    plain === stored || typeof source === "function"
      ? defaultValue
      : source.filter(({ value }) => plain.includes(value)),
  );
  const [text, setText] = useState("");
  const [announcement, setAnnouncement] = useState("");
  const set = (next: readonly Option[], say: string) => {
    setChosen(next);
    setAnnouncement(say);
    setText("");
    onChange?.(next);
  };
  const without = (option: Option) => {
    set(
      chosen.filter(({ value }) => value !== option.value),
      t("controls.tagRemoved", { what: option.label }),
    );
    box.current?.querySelector<HTMLElement>("[role=combobox]")?.focus();
  };
  const toggle = (option: Option) => {
    if (chosen.some(({ value }) => value === option.value)) return without(option);
    set([...chosen, option], t("controls.tagAdded", { what: option.label }));
  };
  const { field: list } = useEarlyField<HTMLSelectElement>(({ selectedOptions }) => {
    if (typeof source === "function") return;
    const early = source.filter(({ value }) => [...selectedOptions].some((option) => option.value === value));
    // The list has them in its own order.
    const isSame =
      early.length === chosen.length && early.every(({ value }) => chosen.some((tag) => tag.value === value));
    if (!isSame) set(early, "");
  });
  const back = (event: KeyboardEvent) => {
    const last = chosen.at(-1);
    if (event.key === "Backspace" && text === "" && last) without(last);
  };
  if (!scripted)
    return (
      <Labelled id={id} label={label} help={help} message={message} aside={aside}>
        {typeof source === "function" ? (
          <input
            {...aria}
            className="input"
            name={name}
            disabled={disabled}
            defaultValue={chosen.map((option) => option.label).join(", ")}
          />
        ) : (
          <select
            {...aria}
            ref={list}
            className="input"
            name={name}
            multiple
            size={3}
            disabled={disabled}
            defaultValue={plain}
          >
            {source.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        )}
      </Labelled>
    );
  return (
    <Labelled id={id} label={label} help={help} message={message} aside={aside}>
      <div
        className="input tags"
        ref={box}
        data-invalid={message ? true : undefined}
        data-disabled={disabled || undefined}
      >
        {chosen.map((option) => (
          <span className="tag" key={option.value}>
            {option.label}
            <button
              type="button"
              className="chip-x"
              disabled={disabled}
              aria-label={t("common.remove", { what: option.label })}
              onClick={() => without(option)}
            >
              <Icon name="x" size={14} />
            </button>
            <input type="hidden" name={name} value={option.value} />
          </span>
        ))}
        <ComboInput
          {...aria}
          label={label}
          source={source}
          text={text}
          search={text}
          chosen={chosen.map(({ value }) => value)}
          onText={setText}
          onChoose={toggle}
          onLeave={() => setText("")}
          onKeyDown={back}
          placeholder={chosen.length ? undefined : placeholder}
          disabled={disabled}
        />
      </div>
      <span className="sr" role="status">
        {announcement}
      </span>
    </Labelled>
  );
}
