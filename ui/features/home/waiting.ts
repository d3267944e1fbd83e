import type { Shape } from "../../api";
import type { IconName } from "../../components";
import { figureText, type Formatter } from "../../lib/format";
import type { TextFunction } from "../../lib/messages";

/** One thing that waits for the reader: how bad, what, and where it is dealt with. */
export interface Item {
  tone: "bad" | "warn" | "acc";
  icon: IconName;
  text: string;
  to: string;
}

const WEEK_MS = 7 * 24 * 3600_000;
const DAY_MS = 24 * 3600_000;
const MINUTE_MS = 60_000;
/** How long a bot is new after it went live. */
const NEW_MS = 7 * DAY_MS;
const MOST = 6;
const FIGURES = 3;

/** What the calls have answered; what the reader may not ask is missing. */
export interface Answers {
  imports?: readonly Shape<"SummedImport">[] | undefined;
  bots?: readonly Shape<"Bot">[] | undefined;
  /** Jobs that were given up, newest first. */
  jobs?: readonly Shape<"Job">[] | undefined;
  dashboard?: Shape<"Dashboard"> | undefined;
  /** How many wait in the inbox. */
  people?: number | undefined;
}

/** Whether a settled rate moved the wrong way by more than chance. */
const isWorse = ({ delta, better, provisional, significant }: Shape<"Card">) =>
  !provisional && Boolean(significant) && Boolean(delta) && delta! > 0 !== (better === "up");

/** What moved a figure most, by its name, with the figure narrowed to it. */
function causeOf(
  { cause, link }: Shape<"Card">,
  dashboard: Shape<"Dashboard">,
  t: TextFunction,
): { name: string; to: string } | null {
  if (!cause) return null;
  const bot = dashboard.options.bots.find((bot) => bot.id === cause.key)?.name;
  const isolated = (text: string | undefined) => text && `\u2068${text}\u2069`;
  // i18n: channel.*
  const name =
    cause.by === "channel"
      ? t(`channel.${cause.key}`)
      : isolated(cause.by === "bot" ? bot : (cause.title ?? cause.key));
  const [path, query] = link!.split("?");
  const params = new URLSearchParams(query);
  params.set({ bot: "bot", channel: "ch", intent: "intent" }[cause.by] ?? "ch", cause.key);
  return name ? { name, to: `${path}?${params.toString()}` } : null;
}

function fromImport(item: Shape<"SummedImport">, t: TextFunction): Item[] {
  const to = `/admin/import/${item.id}`;
  const name = `\u2068${item.name}\u2069`; // Isolated: a file's name may run the other way.
  if (item.state === "failed")
    return [{ tone: "bad", icon: "circle-alert", text: t("home.importFailed", { name }), to }];
  if (item.state === "ready") return [{ tone: "acc", icon: "upload", text: t("home.importReady", { name }), to }];
  if (item.state === "done" && item.problem_count)
    return [{ tone: "warn", icon: "circle-alert", text: t("home.importLines", { name, n: item.problem_count }), to }];
  return [];
}

/** What needs the reader, worst first. */
export function waiting(
  { imports = [], bots = [], jobs = [], dashboard, people = 0 }: Answers,
  now: string,
  t: TextFunction,
  f: Formatter,
): Item[] {
  const at = Date.parse(now);
  const items = imports
    .filter((item) => at - Date.parse(item.created_at) < WEEK_MS)
    .flatMap((item) => fromImport(item, t));
  if (people > 0)
    items.unshift({ tone: "bad", icon: "inbox", text: t("home.peopleWait", { n: people }), to: "/inbox" });
  // What was given up long ago is history; its page still lists it.
  const dead = jobs.filter((job) => at - Date.parse(job.finished_at ?? job.created_at) < WEEK_MS).length;
  if (dead > 0)
    items.push({
      tone: "bad",
      icon: "circle-alert",
      text: t("home.deadJobs", { n: dead }),
      to: "/admin/jobs?state=failed",
    });
  for (const bot of bots) {
    if (bot.state !== "live" || bot.sessions_28d + bot.estimated_28d > 0) continue;
    const name = `\u2068${bot.name}\u2069`;
    const age = bot.live_since ? at - Date.parse(bot.live_since) : NEW_MS;
    // A bot that has just been published is not silent yet: it waits for its first visitor.
    items.push(
      age < NEW_MS
        ? {
            tone: "acc",
            icon: "bot",
            text: t("home.newBot", { name, age: f.duration(Math.max(age, MINUTE_MS)) }),
            to: `/admin/bots/${bot.id}/channels`,
          }
        : { tone: "warn", icon: "bot", text: t("home.silentBot", { name }), to: `/admin/bots/${bot.id}` },
    );
  }
  if (dashboard?.as_of) {
    const age = at - Date.parse(dashboard.as_of);
    if (age > DAY_MS)
      items.push({
        tone: "warn",
        icon: "history",
        text: t("home.old", { age: f.duration(age) }),
        to: "/reports/conversations",
      });
    for (const card of dashboard.cards.filter(isWorse).slice(0, FIGURES)) {
      const figure = (value: number | null) => figureText(value, card.unit, dashboard.currency, f);
      // i18n: reports.k.*
      const names = {
        name: t(`reports.k.${card.id}`),
        size: t("reports.pp", { n: f.number(Math.abs(card.delta!), { digits: 1 }) }),
        value: figure(card.value),
        before: figure(card.previous),
      };
      const cause = causeOf(card, dashboard, t);
      const text = cause ? t("home.worseBy", { ...names, cause: cause.name }) : t("home.worse", names);
      items.push({ tone: "acc", icon: "activity", text, to: cause?.to ?? card.link! });
    }
  }
  const order = ["bad", "warn", "acc"];
  return items.sort((a, b) => order.indexOf(a.tone) - order.indexOf(b.tone)).slice(0, MOST);
}
