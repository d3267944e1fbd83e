import {
  useEffect,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type InputHTMLAttributes,
  type KeyboardEvent,
} from "react";
import { useText } from "../../lib/i18n";
import { openBeside } from "../floats/beside";
import { Icon } from "../Icon";
import { useSearch, type Option, type Search } from "./useSearch";
import "../controls.css";

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value" | "list"> {
  /** The name of the list for screen readers. */
  label: string;
  source: readonly Option[] | Search;
  text: string;
  /** What is asked for: the text, or nothing while it only repeats what is chosen. */
  search: string;
  chosen: readonly string[];
  onText: (text: string) => void;
  onChoose: (option: Option) => void;
  /** The focus has gone, or Escape was pressed with nothing open. */
  onLeave: () => void;
}

/** A text input with a list to choose from, by the ARIA pattern: the focus stays in the input, arrows walk the list. */
export function ComboInput({
  label,
  source,
  text,
  search,
  chosen,
  onText,
  onChoose,
  onLeave,
  onKeyDown,
  ...input
}: Props) {
  const t = useText();
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const { state, options, again } = useSearch(source, search, open);
  const active = open && state !== "failed" ? options[at] : undefined;
  useEffect(() => {
    if (!panel.current || !field.current) return;
    if (open === panel.current.matches(":popover-open")) return;
    if (open) openBeside(panel.current, field.current);
    else panel.current.hidePopover();
  }, [open]);
  useEffect(() => {
    if (active) panel.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const show = (on: boolean) => {
    setOpen(on);
    setAt(-1);
  };
  const choose = (option: Option) => {
    show(false);
    onChoose(option);
    field.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step) {
      if (!open) show(true);
      else
        setAt((now) =>
          options.length ? (Math.max(now, step < 0 ? 0 : -1) + step + options.length) % options.length : -1,
        );
    } else if (event.key === "Enter" && active) choose(active);
    else if (event.key === "Escape" && open) show(false);
    else if (event.key === "Escape" && text) onLeave();
    else return onKeyDown?.(event);
    event.preventDefault();
    event.stopPropagation();
  };
  const leave = (event: FocusEvent) => {
    if (panel.current?.contains(event.relatedTarget)) return;
    show(false);
    onLeave();
  };
  const status = !open
    ? ""
    : state === "busy"
      ? t("controls.searching")
      : state === "failed"
        ? t("controls.searchFailed")
        : t("controls.found", { n: options.length });
  return (
    <>
      <input
        {...input}
        ref={field}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={list}
        aria-activedescendant={active && `${list}-${at}`}
        value={text}
        onChange={(event) => {
          show(true);
          onText(event.target.value);
        }}
        onClick={() => show(true)}
        onKeyDown={press}
        onBlur={leave}
      />
      <div ref={panel} popover="manual" className="float combo-list">
        <ul role="listbox" id={list} aria-label={label} aria-busy={state === "busy"}>
          {state !== "failed" &&
            options.flatMap((option, i) => [
              option.group && option.group !== options[i - 1]?.group && (
                <li key={`group ${option.group}`} role="presentation" className="combo-group">
                  {option.group}
                </li>
              ),
              // The keys are those of the input, where the focus stays.
              // eslint-disable-next-line jsx-a11y/click-events-have-key-events
              <li
                key={option.value}
                id={`${list}-${i}`}
                role="option"
                aria-selected={i === at}
                className="menu-item"
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
              >
                <span>
                  {option.label}
                  {option.group && <span className="sr">, {option.group}</span>}
                  {option.about && <span className="block small quiet">{option.about}</span>}
                </span>
                {chosen.includes(option.value) && <Icon name="check" size={16} />}
              </li>,
            ])}
        </ul>
        {state === "busy" && <div className="progress" />}
        {state === "done" && options.length === 0 && (
          <p className="combo-note">{t("controls.nothingFits", { text: search })}</p>
        )}
        {state === "failed" && (
          <p className="combo-note bad">
            <Icon name="circle-alert" size={16} />
            {t("controls.searchFailed")}{" "}
            <button type="button" className="link" onPointerDown={(event) => event.preventDefault()} onClick={again}>
              {t("common.again")}
            </button>
          </p>
        )}
      </div>
      <span className="sr" role="status">
        {status}
      </span>
    </>
  );
}
