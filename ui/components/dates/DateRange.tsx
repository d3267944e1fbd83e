import { useState, type FormEventHandler, type ReactNode } from "react";
import { useScripted } from "../../hooks/useScripted";
import { useFormat, useText } from "../../lib/i18n";
import { Button } from "../Button";
import { Field } from "../fields";
import { useFloat } from "../floats/useFloat";
import { Icon } from "../Icon";
import { Calendar } from "./Calendar";
import { addDays, addMonths, daysIn, monthOf, type Day } from "./days";
import "../controls.css";
import "./dates.css";

/** A range with a name of its own, such as the last 28 days. */
export interface Preset {
  id: string;
  label: string;
  from: Day;
  to: Day;
}

interface Props {
  label: string;
  /** The key of the address: two dates are given as two values of it, a preset as its id. */
  name: string;
  from: Day;
  to: Day;
  /** The preset in force, if one is. */
  preset?: string;
  presets: readonly Preset[];
  /** Today in the zone, and the zone, which is shown. */
  today: Day;
  zone: string;
  /** Nothing later can be chosen. */
  max?: Day;
  action: string;
  onSubmit?: FormEventHandler<HTMLFormElement>;
  /** Hidden inputs that keep the rest of the address. */
  hidden?: ReactNode;
}

interface Draft {
  from: Day;
  /** Null while the second day is still to be chosen. */
  to: Day | null;
  preset: string | undefined;
}

/** Chooses two days, by presets or in two months, as one GET form; without script by two date inputs. */
export function DateRange({
  label,
  name,
  from,
  to,
  preset,
  presets,
  today,
  zone,
  max,
  action,
  onSubmit,
  hidden,
}: Props) {
  const t = useText();
  const f = useFormat();
  const scripted = useScripted();
  const before = { from, to, preset };
  const [draft, setDraft] = useState<Draft>(before);
  const [cursor, setCursor] = useState(to);
  const [month, setMonth] = useState(addMonths(monthOf(to), -1));
  const see = (next: { from: Day; to: Day; preset: string | undefined }) => {
    setDraft(next);
    setCursor(next.to);
    setMonth(addMonths(monthOf(next.to), -1));
  };
  const { face, panel, hide } = useFloat((opened) => {
    see(before);
    requestAnimationFrame(() => opened.querySelector<HTMLElement>("[data-cursor]")?.focus());
  });
  const choose = (day: Day) => {
    setCursor(day);
    if (draft.to !== null) return setDraft({ from: day, to: null, preset: undefined });
    setDraft(day < draft.from ? { from: day, to: draft.from, preset: undefined } : { ...draft, to: day });
  };
  const send: FormEventHandler<HTMLFormElement> = (event) => {
    hide();
    onSubmit?.(event);
  };
  const presetLabel = presets.find(({ id }) => id === preset)?.label;
  const rows = presets.map((preset) => (
    <button
      key={preset.id}
      name={name}
      value={preset.id}
      type={scripted ? "button" : "submit"}
      className="menu-item"
      aria-pressed={draft.preset === preset.id}
      onClick={scripted ? () => see({ ...preset, preset: preset.id }) : undefined}
    >
      {preset.label}
    </button>
  ));
  return (
    <>
      <button type="button" {...face} className="chip range-face">
        <span>{label}</span> {presetLabel && <strong>{presetLabel}</strong>} <span>{f.range(from, to)}</span>
        <Icon name="chevron-down" size={14} />
      </button>
      <div {...panel} className="float range" role="group" aria-label={label}>
        <form className="range-presets" action={action} method="get" onSubmit={send} aria-label={t("dates.presets")}>
          {hidden}
          {rows}
        </form>
        <form noValidate className="range-days" action={action} method="get" onSubmit={send}>
          {hidden}
          {scripted ? (
            <>
              <Calendar
                month={month}
                cursor={cursor}
                today={today}
                from={draft.from}
                to={draft.to}
                max={max}
                onCursor={setCursor}
                onMonth={setMonth}
                onChoose={choose}
              />
              <Chosen name={name} draft={draft} />
            </>
          ) : (
            <div className="pair">
              <Field label={t("dates.from")} name={name} type="date" defaultValue={from} max={max} required />
              <Field label={t("dates.to")} name={name} type="date" defaultValue={to} max={max} required />
            </div>
          )}
          <footer className="range-foot">
            {scripted && (
              <p role="status">
                <Summary draft={draft} today={today} zone={zone} />
              </p>
            )}
            {scripted && (
              <Button variant="quiet" onClick={hide}>
                {t("controls.cancel")}
              </Button>
            )}
            <Button type="submit" variant="primary" disabled={draft.to === null}>
              {t("dates.showRange")}
            </Button>
          </footer>
        </form>
      </div>
    </>
  );
}

/** What the form sends: the preset's name, or two days. */
function Chosen({ name, draft }: { name: string; draft: Draft }) {
  const values = draft.preset ? [draft.preset] : [draft.from, draft.to ?? draft.from];
  return values.map((value, i) => <input key={i} type="hidden" name={name} value={value} />);
}

/** The range in words: days, how many of them are over, and where they begin and end. */
function Summary({ draft: { from, to }, today, zone }: { draft: Draft; today: Day; zone: string }) {
  const t = useText();
  const f = useFormat();
  if (to === null) return <>{t("dates.chooseEnd", { from: f.date(from) })}</>;
  const over = daysIn(from, to < today ? to : addDays(today, -1));
  return (
    <>
      <strong>{f.range(from, to)}</strong>, {t("dates.completeDays", { n: over })}, <bdi>{zone}</bdi>
    </>
  );
}
