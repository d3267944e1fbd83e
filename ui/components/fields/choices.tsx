/**
 * Choices beyond a tick box: groups of them, half-ticked ones, switches, sliders and ratings. All are native inputs.
 */
import { useEffect, useId, useRef, useState, type InputHTMLAttributes, type ReactNode } from "react";
import { useFormat, useText } from "../../lib/i18n";
import { Checkbox, Labelled, useAround, type Around } from "../fields";
import { ChoiceInput } from "../forms/controls";
import { useChosen, useFieldError, useTyped } from "../forms/typed";
import { Icon } from "../Icon";
import "../controls.css";

interface GroupProps {
  legend: string;
  /** The fields of its form that it asks for: what is wrong with them is said below it. */
  fields?: readonly string[];
  help?: ReactNode;
  error?: string | string[] | undefined;
  /** Radios rather than tick boxes: one of them is the answer. */
  radio?: boolean;
  disabled?: boolean;
  className?: string;
  children: ReactNode;
}

/** Tick boxes or radios under one question. */
export function ChoiceGroup({
  legend,
  fields = [],
  help,
  error,
  radio,
  disabled,
  className = "choices",
  children,
}: GroupProps) {
  const formError = useFieldError(...fields);
  const id = useId();
  const text = (Array.isArray(error) ? error.join(" ") : error) ?? formError;
  return (
    <fieldset
      className="group"
      disabled={disabled}
      role={radio ? "radiogroup" : undefined}
      aria-describedby={text || help ? id : undefined}
      aria-invalid={radio && text ? true : undefined}
    >
      <legend>{legend}</legend>
      <div className={className}>{children}</div>
      {text ? (
        <p className="field-error" id={id}>
          <Icon name="circle-alert" size={16} />
          {text}
        </p>
      ) : (
        help && (
          <p className="field-help" id={id}>
            {help}
          </p>
        )
      )}
    </fieldset>
  );
}

type Box = { partly: boolean; label: ReactNode } & InputHTMLAttributes<HTMLInputElement>;

/** A tick box over others: half ticked while only some of them are. */
export function PartCheckbox({ partly, ...rest }: Box) {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const box = ref.current?.querySelector("input");
    if (box) box.indeterminate = partly;
  });
  return (
    <span ref={ref}>
      <Checkbox {...rest} />
    </span>
  );
}

/** Something that is on or off at once. */
export function Switch({
  label,
  about,
  ...input
}: { label: ReactNode; about?: ReactNode } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <label className="switch">
      <span>
        <span id={id}>{label}</span>
        {about && (
          <span className="block small quiet" id={`${id}-about`}>
            {about}
          </span>
        )}
      </span>
      <input
        {...useChosen(input)}
        type="checkbox"
        role="switch"
        aria-labelledby={id}
        aria-describedby={about ? `${id}-about` : undefined}
      />
    </label>
  );
}

/** A number on a scale, with the value said beside it. */
export function Slider({
  label,
  help,
  error,
  unit,
  min = 0,
  max = 100,
  defaultValue = min,
  onChange,
  ...input
}: Around & { unit?: string; min?: number; max?: number; defaultValue?: number } & Omit<
    InputHTMLAttributes<HTMLInputElement>,
    "min" | "max" | "defaultValue"
  >) {
  const { id, message, aria } = useAround({ error, help, name: input.name });
  const f = useFormat();
  const typed = Number(useTyped({ name: input.name, defaultValue }).defaultValue);
  const first = Number.isFinite(typed) ? typed : defaultValue;
  const [value, setValue] = useState(first);
  const text = unit ? `${f.number(value)} ${unit}` : f.number(value);
  return (
    <Labelled id={id} label={label} help={help} message={message} aside={<output htmlFor={id}>{text}</output>}>
      <input
        {...input}
        {...aria}
        type="range"
        className="slider"
        min={min}
        max={max}
        defaultValue={first}
        aria-valuetext={text}
        onChange={(event) => {
          setValue(event.target.valueAsNumber);
          onChange?.(event);
        }}
      />
    </Labelled>
  );
}

const STARS = [1, 2, 3, 4, 5] as const;

/** One to five stars: radios, filled up to the chosen one by style alone. */
export function Rating({
  legend,
  name,
  defaultValue,
  ...group
}: Omit<GroupProps, "children" | "radio" | "className"> & { name: string; defaultValue?: number }) {
  const t = useText();
  return (
    <ChoiceGroup {...group} legend={legend} radio className="rating">
      {STARS.map((n) => (
        <label key={n} title={t("controls.stars", { n })}>
          <ChoiceInput type="radio" name={name} value={n} defaultChecked={n === defaultValue} className="sr" />
          <Icon name="star" size={24} />
          <span className="sr">{t("controls.stars", { n })}</span>
        </label>
      ))}
    </ChoiceGroup>
  );
}
