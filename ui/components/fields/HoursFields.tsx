/** The fields of business hours: whether they are kept, the week, the zone they count in, and days that are closed. */
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { todayIn } from "../dates/days";
import { Radio } from "../fields";
import { ChoiceGroup } from "./choices";
import { DAYS, type BusinessHours } from "./hours";
import { useFormState } from "../forms/typed";
import { fieldErrors } from "./fieldErrors";
import { ZoneSelect } from "./ZoneSelect";
import "../controls.css";
import "./hours.css";

/** Times a day can open and close again. */
const SPANS = 2;
const BLANK = 3;

/** What the fields are called, by what the call takes: the document itself, or a form's rows. */
const NAMES = {
  document: {
    of: "hours.",
    holiday: (at: number) => `hours.holidays.${at}`,
    span: (day: string, _row: number, span: number) => {
      const key = `hours.week.${day}.${span}`;
      return { from: `${key}.0`, to: `${key}.1`, day: null };
    },
  },
  rows: {
    of: "",
    holiday: (at: number) => `holidays.${at}.date`,
    span: (_day: string, row: number, _span: number) => {
      const key = `week.${row}`;
      return { from: `${key}.from`, to: `${key}.to`, day: `${key}.day` };
    },
  },
};
type Names = (typeof NAMES)["document"] | (typeof NAMES)["rows"];

interface Props {
  as: keyof typeof NAMES;
  hours: BusinessHours | null | undefined;
  /** What is asked, and what the first choice is called: without hours. */
  legend: string;
  help: string;
  without: string;
  /** How many holidays there is room for, where more than a few. */
  room?: number;
}

/** The fields: rows without times are closed. */
export function HoursFields({ as, hours, legend, help, without, room = 0 }: Props) {
  const t = useText();
  const { values, errors } = useFormState();
  const { session } = usePage();
  const closed = [...(hours?.holidays ?? [])].sort();
  const today = todayIn(session.zone, session.now);
  const past = closed.filter((day) => day < today).length;
  const holidays = Array.from({ length: Math.max(closed.length + BLANK, room) }, (_, at) => closed[at] ?? "");
  const names = NAMES[as];
  // Kept in their order, so that those that are over have the first names, and are shown after the others.
  const dayField = (day: string, at: number, label: string) => (
    <input
      key={at}
      type="date"
      className="input"
      name={names.holiday(at)}
      defaultValue={values[names.holiday(at)] ?? day}
      aria-label={label}
    />
  );
  const open = `${names.of}open`;
  const inZone = `${names.of}zone`;
  const days = `${names.of}holidays`;
  const value = values[open] ?? (hours ? "hours" : "always");
  return (
    <>
      <ChoiceGroup radio legend={legend} help={help}>
        <Radio name={open} value="always" defaultChecked={value === "always"} label={without} />
        <Radio name={open} value="hours" defaultChecked={value === "hours"} label={t("hours.below")} />
      </ChoiceGroup>
      <Week names={names} week={hours?.week ?? {}} />
      <ZoneSelect
        label={t("hours.zone")}
        name={inZone}
        value={values[inZone] ?? hours?.zone ?? ""}
        without={t("hours.zoneOfClient")}
      />
      <fieldset className="group">
        <legend>{t("hours.holidays")}</legend>
        <div className="hours-days">
          {holidays.slice(past).map((day, at) => dayField(day, past + at, t("hours.holiday", { n: at + 1 })))}
        </div>
        <p className={fieldErrors(errors, days) ? "field-error" : "field-help"}>
          {fieldErrors(errors, days) ?? t("hours.holidaysHelp")}
        </p>
        {past > 0 && (
          <details>
            <summary>{t("hours.past", { n: past })}</summary>
            <div className="hours-days">
              {holidays.slice(0, past).map((day, at) => dayField(day, at, t("hours.pastHoliday", { n: at + 1 })))}
            </div>
          </details>
        )}
      </fieldset>
    </>
  );
}

/** From when to when each weekday is open. */
function Week({ names, week }: { names: Names; week: NonNullable<BusinessHours["week"]> }) {
  const { values, errors } = useFormState();
  const t = useText();
  const f = useFormat();
  const error = fieldErrors(errors, `${names.of}week`);
  const most = Math.max(SPANS, ...DAYS.map((day) => week[day]?.length ?? 0));
  return (
    <fieldset className="group">
      <legend>{t("hours.week")}</legend>
      <div className="hours-week rows gap-6">
        {DAYS.map((day, place) => (
          <div key={day}>
            <span>{f.weekday(place, "long")}</span>
            {Array.from({ length: most }, (_, span) => {
              const name = names.span(day, place * most + span, span);
              const [from = "", to = ""] = week[day]?.[span] ?? [];
              const labelArgs = { day: f.weekday(place, "long"), n: span + 1 };
              return (
                <span key={span} className="hours-span">
                  {name.day && <input type="hidden" name={name.day} value={day} />}
                  <Clock
                    name={name.from}
                    value={values[name.from] ?? from}
                    label={t("hours.from", labelArgs)}
                    isWrong={Object.hasOwn(errors, name.from)}
                  />
                  {" – "}
                  <Clock
                    name={name.to}
                    value={values[name.to] ?? to}
                    label={t("hours.until", labelArgs)}
                    isWrong={Object.hasOwn(errors, name.to)}
                  />
                </span>
              );
            })}
          </div>
        ))}
      </div>
      <p className={error ? "field-error" : "field-help"}>{error ?? t("hours.weekHelp")}</p>
    </fieldset>
  );
}

/** A time of day, to 24:00, which the browser's own field does not know. */
function Clock(props: { name: string; value: string; label: string; isWrong: boolean }) {
  const { name, value, label, isWrong } = props;
  return (
    <input
      className="input"
      name={name}
      defaultValue={value}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      inputMode="text"
      placeholder="09:00"
      maxLength={5}
      pattern="([01]?\d|2[0-3]):[0-5]\d|24:00"
      autoComplete="off"
      dir="ltr"
    />
  );
}
