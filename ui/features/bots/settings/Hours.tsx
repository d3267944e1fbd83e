/** When people are there to take conversations over: weekly hours, and days on which nobody is. */
import { Field, Radio } from "../../../components";
import { ChoiceGroup } from "../../../components/fields/choices";
import { said } from "../../../components/fields/said";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import type { Flow } from "./api";
import { PartForm } from "./PartForm";

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
/** Times a day can open and close again. */
const SPANS = 2;
const BLANK = 3;

interface Stored {
  week?: Partial<Record<(typeof DAYS)[number], [string, string][]>>;
  zone?: string;
  holidays?: string[];
}

/** The form: rows without times are closed. */
export function Hours({ bot, flow, revision }: { bot: Bot; flow: Flow; revision: string }) {
  const t = useText();
  const { session } = usePage();
  const hours = flow.hours as Stored | undefined;
  const holidays = [...(hours?.holidays ?? []), ...Array.from({ length: BLANK }, () => "")];
  return (
    <PartForm
      id="hours"
      title={t("bot.hours")}
      lead={t("botset.ofWorkingCopy")}
      call={`/api/v1/bots/${bot.id}/flow`}
      revision={revision}
      own="hours"
    >
      {({ values, errors }) => (
        <>
          <ChoiceGroup radio legend={t("botset.whenOpen")} help={t("botset.whenOpenHelp")}>
            <Radio
              name="hours.open"
              value="always"
              defaultChecked={(values["hours.open"] ?? (hours ? "hours" : "always")) === "always"}
              label={t("bot.alwaysOpen")}
            />
            <Radio
              name="hours.open"
              value="hours"
              defaultChecked={(values["hours.open"] ?? (hours ? "hours" : "always")) === "hours"}
              label={t("hours.below")}
            />
          </ChoiceGroup>
          <Week week={hours?.week ?? {}} values={values} error={said(errors, "hours.week")} />
          <Field
            label={t("hours.zone")}
            name="hours.zone"
            defaultValue={values["hours.zone"] ?? hours?.zone ?? ""}
            placeholder={session.zone}
            maxLength={64}
            autoComplete="off"
            dir="ltr"
            help={t("hours.zoneHelp")}
            error={errors["hours.zone"]}
          />
          <fieldset className="group">
            <legend>{t("hours.holidays")}</legend>
            <div className="hours-days">
              {holidays.map((day, at) => (
                <input
                  key={at}
                  type="date"
                  className="input"
                  name={`hours.holidays.${at}`}
                  defaultValue={values[`hours.holidays.${at}`] ?? day}
                  aria-label={t("hours.holiday", { n: at + 1 })}
                />
              ))}
            </div>
            <p className={said(errors, "hours.holidays") ? "field-error" : "field-help"}>
              {said(errors, "hours.holidays") ?? t("hours.holidaysHelp")}
            </p>
          </fieldset>
        </>
      )}
    </PartForm>
  );
}

/** From when to when each weekday is open. */
function Week({
  week,
  values,
  error,
}: {
  week: NonNullable<Stored["week"]>;
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
              const key = `hours.week.${day}.${span}`;
              const [from = "", to = ""] = week[day]?.[span] ?? [];
              const named = { day: f.weekday(place, "long"), n: span + 1 };
              return (
                <span key={span} className="hours-span">
                  <Clock name={`${key}.0`} value={values[`${key}.0`] ?? from} label={t("hours.from", named)} />
                  {" – "}
                  <Clock name={`${key}.1`} value={values[`${key}.1`] ?? to} label={t("hours.until", named)} />
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
