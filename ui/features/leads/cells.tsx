/** How leads are named and marked wherever they are listed. */
import { Icon, Pill, Segments } from "../../components";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import type { Choices, Lead } from "./types";
import "./leads.css";

const TONES: Readonly<Record<string, "good" | "warn" | "bad" | "acc" | "quiet">> = {
  new: "warn",
  won: "good",
  lost: "bad",
  expired: "quiet",
  closed_duplicate: "quiet",
  closed_dnc: "quiet",
};

/** The state of a lead. */
export function StatePill({ state }: { state: string }) {
  const t = useText();
  return <Pill tone={TONES[state] ?? "acc"}>{t(`leads.s.${state}`) /* i18n: leads.s.* */}</Pill>;
}

/** What a vehicle is called: its variant where that names the model, else both. */
export function useVehicle(): (vehicle: Lead["vehicle"]) => string {
  const { session } = usePage();
  return ({ model, model_labels, variant, variant_labels }) => {
    const labelOf = (code: string, labels: Readonly<Record<string, string>>) =>
      labels[session.locale] || labels.en || code;
    const [first, second] = [labelOf(model, model_labels), labelOf(variant, variant_labels)];
    return second.startsWith(first) ? second : [first, second].filter(Boolean).join(" ");
  };
}

/** By when something is to be done; what is late says so by sign, word and colour. */
export function Due({ lead }: { lead: Lead }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const { due_at: due } = lead;
  if (!due) return <span className="quiet">{t("leads.nothingPlanned")}</span>;
  const late = due < session.now.replace(/(\.\d+)?Z$/, "Z");
  const isToday = f.date(due) === f.date(session.now);
  const at = isToday ? f.time(due) : `${f.day(due)}${f.comma}${f.time(due)}`;
  return (
    <span className={late ? "ld-due late" : "ld-due"} title={f.dateTime(due)}>
      <Icon name={late ? "circle-alert" : "clock"} size={14} />{" "}
      {late ? t("leads.dueAgo", { ago: f.ago(due) }) : t(isToday ? "leads.todayAt" : "leads.until", { at })}
    </span>
  );
}

/** To whom a lead was escalated while the customer waits for the first contact. */
export function Escalation({ lead }: { lead: Lead }) {
  const t = useText();
  const f = useFormat();
  const at = lead.group_escalated_at ?? lead.escalated_at;
  if (at === null || lead.contacted_at !== null) return null;
  const key = lead.group_escalated_at ? "leads.escalatedGroup" : "leads.escalatedOutlet";
  return (
    <p className="ld-due late">
      <Icon name="circle-alert" size={14} /> {t(key, { at: f.dateTime(at) })}
    </p>
  );
}

/** How long the standard warranty lasts, or since when it is over. */
export function useDaysLeft(): (days: number | null) => string {
  const t = useText();
  const f = useFormat();
  return (days) =>
    days === null ? f.number(null) : days < 0 ? t("leads.endedAgo", { n: -days }) : t("leads.daysLeft", { n: days });
}

/** Views of the same leads. */
export function Views({ current }: { current: "outlets" | "board" | "list" | "leaks" }) {
  const t = useText();
  const views = { outlets: "/ew-leads", board: "/ew-leads/board", list: "/ew-leads/list", leaks: "/ew-leads/leaks" };
  return (
    <Segments
      label={t("leads.views")}
      items={Object.entries(views).map(([name, to]) => ({
        label: t(`leads.v.${name}`) /* i18n: leads.v.* */,
        to,
        current: name === current,
      }))}
    />
  );
}

/** The people a lead can be given to, as options. */
export const ownerOptions = (choices: Choices | undefined, none: string) => [
  { value: "", label: none },
  ...(choices?.owners ?? []).map(({ id, full_name }) => ({ value: id, label: full_name })),
];

/** The outlets a lead can go to, as options. */
export const outletOptions = (choices: Choices | undefined, none: string) => [
  { value: "", label: none },
  ...(choices?.outlets ?? []).map(({ id, name }) => ({ value: id, label: name })),
];
