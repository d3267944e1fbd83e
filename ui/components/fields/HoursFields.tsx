/** The fields of business hours: whether they are kept, the week, the zone they count in, and days that are closed. */
import { useFormat, useText } from "../../lib/i18n";
import { Field, Radio } from "../fields";
import { ChoiceGroup } from "./choices";
import { said } from "./said";

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
/** Times a day can open and close again. */
const SPANS = 2;
const BLANK = 3;

/** Hours as a flow document and an outlet hold them. */
export interface BusinessHours {
  week?: Partial<Record<(typeof DAYS)[number], [string, string][]>>;
  zone?: string;
  holidays?: string[];
}

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
  zone: string;
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string[]>>;
}

/** The fields: rows without times are closed. */
export function HoursFields({ as, hours, legend, help, without, zone, values, errors }: Props) {
  const t = useText();
  const holidays = [...(hours?.holidays ?? []), ...Array.from({ length: BLANK }, () => "")];
  const names = NAMES[as];
  const open = `${names.of}open`;
  const inZone = `${names.of}zone`;
  const days = `${names.of}holidays`;
  const kept = values[open] ?? (hours ? "hours" : "always");
  return (
    <>
      <ChoiceGroup radio legend={legend} help={help}>
        <Radio name={open} value="always" defaultChecked={kept === "always"} label={without} />
        <Radio name={open} value="hours" defaultChecked={kept === "hours"} label={t("hours.below")} />
      </ChoiceGroup>
      <Week names={names} week={hours?.week ?? {}} values={values} error={said(errors, `${names.of}week`)} />
      <Field
        label={t("hours.zone")}
        name={inZone}
        defaultValue={values[inZone] ?? hours?.zone ?? ""}
        placeholder={zone}
        maxLength={64}
        autoComplete="off"
        dir="ltr"
        help={t("hours.zoneHelp")}
        error={errors[inZone]}
      />
      <fieldset className="group">
        <legend>{t("hours.holidays")}</legend>
        <div className="hours-days">
          {holidays.map((day, at) => (
            <input
              key={at}
              type="date"
              className="input"
              name={names.holiday(at)}
              defaultValue={values[names.holiday(at)] ?? day}
              aria-label={t("hours.holiday", { n: at + 1 })}
            />
          ))}
        </div>
        <p className={said(errors, days) ? "field-error" : "field-help"}>
          {said(errors, days) ?? t("hours.holidaysHelp")}
        </p>
      </fieldset>
    </>
  );
}

/** From when to when each weekday is open. */
function Week({
  names,
  week,
  values,
  error,
}: {
  names: Names;
  week: NonNullable<BusinessHours["week"]>;
  values: Readonly<Record<string, string>>;
  error: string | undefined;
}) {
  const t = useText();
  const f = useFormat();
  const most = Math.max(SPANS, ...DAYS.map((day) => week[day]?.length ?? 0));
  return (
    <fieldset className="group">
      <legend>{t("hours.week")}</legend>
      <div className="hours-week">
        {DAYS.map((day, place) => (
          <div key={day}>
            <span>{f.weekday(place, "long")}</span>
            {Array.from({ length: most }, (_, span) => {
              const name = names.span(day, place * most + span, span);
              const [from = "", to = ""] = week[day]?.[span] ?? [];
              const named = { day: f.weekday(place, "long"), n: span + 1 };
              return (
                <span key={span} className="hours-span">
                  {name.day && <input type="hidden" name={name.day} value={day} />}
                  <Clock name={name.from} value={values[name.from] ?? from} label={t("hours.from", named)} />
                  {" – "}
                  <Clock name={name.to} value={values[name.to] ?? to} label={t("hours.until", named)} />
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
function Clock({ name, value, label }: { name: string; value: string; label: string }) {
  return (
    <input
      className="input"
      name={name}
      defaultValue={value}
      aria-label={label}
      inputMode="numeric"
      placeholder="09:00"
      maxLength={5}
      pattern="([01]\d|2[0-3]):[0-5]\d|24:00"
      autoComplete="off"
      dir="ltr"
    />
  );
}
