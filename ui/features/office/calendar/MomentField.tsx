/** A day and a time of 24 hours: fields that show whole in every browser, whatever clock its system has. */
import { useState } from "react";
import { Labelled, useAround } from "../../../components/fields";
import { useTyped } from "../../../components/forms/typed";
import { useScripted } from "../../../hooks/useScripted";
import { useText } from "./use";

/** A time as it is typed – `9`, `930`, `9.30` – as clocks write it; anything else stays as it is. */
export function clockTime(text: string): string {
  const match = /^\s*(\d{1,2})(?:[:.]?(\d{2}))?\s*$/.exec(text);
  const [hour, minute] = [Number(match?.[1]), Number(match?.[2] ?? 0)];
  if (!match || hour > 23 || minute > 59) return text.trim();
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

interface Props {
  label: string;
  name: string;
  /** A day, and after a `T` the time. */
  value: string;
  whole: boolean;
  required?: boolean;
  error?: string[] | string | undefined;
  onValue: (value: string) => void;
}

/** The field; without script one line such as `2026-11-23 14:30`. */
export function MomentField({ label, name, value, whole, required, error, onValue }: Props) {
  const t = useText();
  const scripted = useScripted();
  const { id, message, aria } = useAround({ error, help: undefined, name });
  const plain = useTyped({ name, defaultValue: value.replace("T", " ") });
  const [day = "", time = ""] = value.split("T");
  const [typed, setTyped] = useState<string | null>(null);
  const put = (nextDay: string, nextTime: string) =>
    onValue(nextDay && !whole ? `${nextDay}T${clockTime(nextTime)}` : nextDay);
  if (!scripted) {
    return (
      <Labelled id={id} label={label} message={message}>
        <input
          {...aria}
          className="input"
          {...plain}
          required={required}
          placeholder={whole ? "2026-11-23" : "2026-11-23 14:30"}
          autoComplete="off"
          dir="ltr"
        />
      </Labelled>
    );
  }
  return (
    <Labelled id={id} label={label} message={message}>
      <div className={whole ? undefined : "cal-moment rows"}>
        <input
          {...aria}
          className="input"
          type="date"
          required={required}
          value={day}
          onChange={(event) => put(event.target.value, time || "09:00")}
        />
        {!whole && (
          <input
            className="input"
            inputMode="numeric"
            required={required || day !== ""}
            maxLength={5}
            placeholder="14:30"
            autoComplete="off"
            dir="ltr"
            aria-label={t("calendar.timeOf", { what: label })}
            aria-invalid={message ? true : undefined}
            value={typed ?? time}
            onChange={(event) => {
              setTyped(event.target.value);
              put(day, event.target.value);
            }}
            onBlur={() => setTyped(null)}
          />
        )}
      </div>
      <input type="hidden" name={name} value={value} />
    </Labelled>
  );
}
