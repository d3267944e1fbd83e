/** How often a scheduled mail goes out, and on which day. */
import { useEffect, useState } from "react";
import { Select } from "../../../components/fields";
import { useFormat, useText } from "../../../lib/i18n";
import type { Schedule } from "./api";
import { EVERY } from "./query";
import { useFormState } from "../../../components/forms/typed";

const WEEK = 7;
const MONTH = 31;

/** The days of a week or of a month by name; until the page is alive each says what it is in either. */
export function Rhythm({ schedule }: { schedule?: Schedule | undefined }) {
  const { values } = useFormState();
  const t = useText();
  const f = useFormat();
  const [every, setEvery] = useState(values.every ?? schedule?.every ?? "day");
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  const weekday = (day: number) => f.weekday(day - 1, "long");
  const date = (day: number) => (day === MONTH ? t("schedules.lastDay") : t("schedules.dayN", { n: day }));
  const name = (day: number) => {
    if (isAlive) return every === "week" ? weekday(day) : date(day);
    return day > WEEK ? date(day) : `${weekday(day)} / ${date(day)}`;
  };
  const last = isAlive && every === "week" ? WEEK : MONTH;
  return (
    <div className="pair">
      <Select
        label={t("schedules.every")}
        name="every"
        defaultValue={every}
        onChange={(event) => setEvery(event.target.value)}
        options={EVERY.map((value) => ({ value, label: t(`schedules.e.${value}`) /* i18n: schedules.e.* */ }))}
      />
      {!(isAlive && every === "day") && (
        <Select
          key={isAlive ? every : ""}
          label={t("schedules.on")}
          name="on"
          defaultValue={isAlive && every !== schedule?.every ? "1" : (schedule?.on ?? "1")}
          options={Array.from({ length: last }, (_, at) => ({ value: String(at + 1), label: name(at + 1) }))}
        />
      )}
    </div>
  );
}
