/** The moment a conversation plays at: on a day's line with the bot's hours, by date and time, or by a press. */
import { ActionForm, Button, Pill } from "../../components";
import { Field } from "../../components/fields";
import { useScripted } from "../../hooks/useScripted";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import type { sandboxGrammar } from "./query";
import type { Sandbox } from "./types";

/** Minutes since midnight of `2026-11-24T10:30` or `10:30`. */
const minutesOf = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.slice(-5).split(":").map(Number);
  return hours * 60 + minutes;
};
const two = (n: number) => String(n).padStart(2, "0");
const DAY = 1440;

/** A moment of the bot's own clock, so many minutes later. */
const later = (local: string, minutes: number) =>
  new Date(Date.parse(`${local}:00Z`) + minutes * 60_000).toISOString().slice(0, 16);

/** Where the clock is, and the ways to move it. */
export function Clock({ data }: { data: Sandbox }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof sandboxGrammar>();
  const { clock } = data;
  const change = { call: `/api/v1/sandbox/${data.id}`, method: "PATCH" as const, page: here(), revision: "*" };
  const presets: [string, string, string][] = [
    ...(clock.next_opening ? [["nextOpening", "local", clock.next_opening] as [string, string, string]] : []),
    ["dayLater", "local", later(clock.local, DAY + 1)],
  ];
  return (
    <div className="sb-part" id="clock">
      <h3>
        {t("sandbox.clock")}
        {clock.moved && <Pill tone="acc">{t("sandbox.moved")}</Pill>}
      </h3>
      <p>
        <strong>{f.dateTime(clock.at, clock.zone)}</strong>
        <br />
        <small className="quiet">{clock.open ? t("sandbox.isOpen") : t("sandbox.isClosed")}</small>
      </p>
      <DayLine data={data} />
      <div className="row">
        <ActionForm {...change}>
          <input type="hidden" name="now" value="" />
          <Button type="submit" size="s">
            {t("sandbox.now")}
          </Button>
        </ActionForm>
        {presets.map(([name, key, value]) => (
          <ActionForm key={name} {...change}>
            <input type="hidden" name={key} value={value} />
            <Button type="submit" size="s">
              {t(`sandbox.${name}`) /* i18n: sandbox.nextOpening sandbox.dayLater */}
            </Button>
          </ActionForm>
        ))}
      </div>
      <ActionForm {...change} className="sb-set" key={clock.local}>
        <Field label={t("sandbox.dateTime")} name="local" type="datetime-local" defaultValue={clock.local} required />
        <Button type="submit">{t("sandbox.setClock")}</Button>
      </ActionForm>
    </div>
  );
}

/** The hours of the day as a line with the clock on it; with a script it can be dragged. */
function DayLine({ data }: { data: Sandbox }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof sandboxGrammar>();
  const scripted = useScripted();
  const { clock } = data;
  const at = minutesOf(clock.local);
  const spans = clock.hours.map(([from = "", to = ""]) => [minutesOf(from), minutesOf(to) || DAY] as const);
  const open = clock.hours.map(([from = "", to = ""]) => t("sandbox.hours", { from, to })).join(f.comma);
  const move = (minutes: number) => `${clock.local.slice(0, 11)}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return (
    <div className="sb-day">
      <svg width="100%" height="4" aria-hidden="true" focusable="false">
        <rect width="100%" height="4" rx="2" className="sb-day-all" />
        {spans.map(([from, to]) => (
          <rect key={from} x={`${(from / DAY) * 100}%`} width={`${((to - from) / DAY) * 100}%`} height="4" />
        ))}
        {!scripted && <circle cx={`${(at / DAY) * 100}%`} cy="2" r="2" className="sb-day-at" />}
      </svg>
      {scripted && (
        <ActionForm call={`/api/v1/sandbox/${data.id}`} method="PATCH" page={here()} revision="*" key={clock.local}>
          <input type="hidden" name="local" defaultValue={clock.local} />
          <input
            type="range"
            min={0}
            max={DAY - 15}
            step={15}
            defaultValue={at}
            aria-label={t("sandbox.timeOfDay")}
            aria-valuetext={clock.local.slice(-5)}
            onChange={(event) => {
              const hidden = event.target.form?.elements.namedItem("local");
              if (hidden instanceof HTMLInputElement) hidden.value = move(Number(event.target.value));
            }}
            onPointerUp={(event) => event.currentTarget.form?.requestSubmit()}
          />
        </ActionForm>
      )}
      <p className="sb-scale">
        <span>00</span>
        <span>{open || t("sandbox.closedAllDay")}</span>
        <span>24</span>
      </p>
    </div>
  );
}
