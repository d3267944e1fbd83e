/** One replay: how many conversations went otherwise, what that changes, and each of them beside itself. */
import { Card, Icon, Notice, PageLink, Pill, Trouble, useCan } from "../../../components";
import { codeWords } from "../../../lib/codes";
import { useFormat, useText } from "../../../lib/i18n";
import { usePolling } from "../../../hooks/useSaveData";
import type { Bot } from "../catalog/api";
import { versionsApi, type Replay } from "./api";
import { StartReplay, Verdict } from "./ReplayCard";

const POLL_MS = 2000;
const GRADES = ["same", "better", "changed", "worse"] as const;
const MARKS = { same: "check", better: "arrow-up", changed: "minus", worse: "arrow-down" } as const;
const RATES = ["fallback", "goal", "handoff"] as const;
type Item = Replay["items"][number];
type Rate = NonNullable<Replay["rates"]>["fallback"];

/** The page below the tabs. */
export function ReplayView({ bot, replay: id }: { bot: Bot; replay: string }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const known = versionsApi.endpoints.replay.useQueryState({ bot: bot.id, replay: id });
  const busy = known.data?.state === "queued" || known.data?.state === "running";
  const asked = versionsApi.useReplayQuery({ bot: bot.id, replay: id }, { pollingInterval: usePolling(POLL_MS, busy) });
  const { data: replay } = asked;
  return (
    <>
      <div className="rp-head">
        <PageLink to={`/admin/bots/${bot.id}/versions`}>
          <Icon name="arrow-left" size={16} /> {t("replay.back")}
        </PageLink>
        <h2>{t("replay.title")}</h2>
        {replay && (
          <span className="quiet">
            {t("replay.of", { n: replay.live_version ?? 0, at: f.dateTime(replay.created_at) })}
          </span>
        )}
        {replay && <Verdict verdict={replay.verdict} />}
      </div>
      <Trouble of={asked} />
      {replay && busy && (
        <Card title={t("replay.running")}>
          <progress max={1} value={replay.progress} aria-label={t("replay.running")} />
        </Card>
      )}
      {replay?.state === "failed" && (
        <Notice tone="bad" title={t("replay.failed", { reason: replay.error ?? "" })}>
          {null}
        </Notice>
      )}
      {replay?.state === "ready" && (
        <>
          {!replay.current && <Notice tone="warn" title={t("replay.stale")} />}
          <Grades replay={replay} />
          <Rates replay={replay} />
          <Differences items={replay.items} />
          {replay.calls && (
            <p className="small quiet">{t("replay.calls", { n: replay.calls.recorded, m: replay.calls.unrecorded })}</p>
          )}
        </>
      )}
      {replay && !busy && can("update", "Bot") && bot.state !== "archived" && <StartReplay bot={bot} again />}
    </>
  );
}

/** How many conversations of each grade. */
function Grades({ replay }: { replay: Replay }) {
  const t = useText();
  const counts = replay.conversations;
  if (!counts) return null;
  return (
    <Card title={t("replay.sum", { n: replay.sessions })}>
      <dl className="rp-grades">
        {GRADES.map((grade) => (
          <div key={grade} className={`rp-${grade}`}>
            <dt>
              <Icon name={MARKS[grade]} size={16} /> {t(`replay.g.${grade}`) /* i18n: replay.g.* */}
            </dt>
            <dd>
              <b>{counts[grade]}</b>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** What rates were, and what they would have been. */
function Rates({ replay }: { replay: Replay }) {
  const t = useText();
  if (!replay.rates) return null;
  const rates = replay.rates;
  return (
    <Card title={t("replay.rates")}>
      <dl className="rp-rates">
        {RATES.map((name) => (
          <div key={name}>
            <dt>{t(`replay.r.${name}`) /* i18n: replay.r.* */}</dt>
            <RateLine rate={rates[name]} />
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** One rate before and after, with its difference. */
function RateLine({ rate }: { rate: Rate }) {
  const t = useText();
  const f = useFormat();
  const points = (value: number | null | undefined) => f.number(value, { digits: 1 });
  return (
    <dd>
      <p>
        {f.percent(rate.before)} → <b>{f.percent(rate.after)}</b> <span className="small quiet">n = {rate.n}</span>
      </p>
      {rate.delta !== null && (
        <p className="small quiet">
          {t("replay.points", { n: points(rate.delta) })},{" "}
          {rate.low === null
            ? t("replay.fewer")
            : t("replay.between", { low: points(rate.low), high: points(rate.high) })}
        </p>
      )}
    </dd>
  );
}

/** Conversations that went otherwise in the same way: by grade, kind and node, in their order. */
function groupsOf(items: readonly Item[]): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = [item.grade, item.kind, item.node].join(" ");
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}

/** The conversations that went otherwise, the worst first. */
function Differences({ items }: { items: readonly Item[] }) {
  const t = useText();
  return (
    <Card title={t("replay.differences")} lead={t("replay.sum", { n: items.length })}>
      {items.length === 0 ? (
        <p className="quiet">{t("replay.noDifferences")}</p>
      ) : (
        <ul className="rp-items">
          {groupsOf(items).map((group, at) => (
            <li key={group[0]!.conversation}>
              <Group items={group} open={at === 0} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** What conversations of a group have in common, and each of them. */
function Group({ items, open }: { items: Item[]; open: boolean }) {
  const t = useText();
  const { grade, kind, node } = items[0]!;
  return (
    <details open={open}>
      <summary>
        <Pill tone={grade === "worse" ? "bad" : grade === "better" ? "good" : "quiet"}>
          {t(`replay.g.${grade}`) /* i18n: replay.g.* */}
        </Pill>{" "}
        <b>
          {
            t(
              `replay.${grade === "better" && kind === "missed" ? "kb" : "k"}.${kind}`,
            ) /* i18n: replay.k.* replay.kb.* */
          }
        </b>
        {node && <bdi className="quiet"> {codeWords(node)}</bdi>}{" "}
        <span className="quiet small">{t("replay.sum", { n: items.length })}</span>
      </summary>
      {items.map((item, at) => (
        <Difference key={item.conversation} item={item} open={at === 0} />
      ))}
    </details>
  );
}

/** One conversation beside itself. */
function Difference({ item, open }: { item: Item; open: boolean }) {
  const t = useText();
  const f = useFormat();
  const differing = item.turns.filter(({ grade }) => grade !== "same");
  const same = item.turns.length - differing.length;
  return (
    <details open={open} className="rp-one">
      <summary className="small">
        {f.dateTime(item.started_at)} {same > 0 && <span className="quiet">{t("replay.sameTurns", { n: same })}</span>}
      </summary>
      <div className="stack">
        {differing.map((turn) => (
          <section
            key={turn.number}
            className={`rp-turn rp-${turn.grade}`}
            aria-label={t("replay.turn", { n: turn.number })}
          >
            <p className="rp-said">
              <bdi>{turn.said}</bdi>
            </p>
            <Side title={t("replay.then")} replies={turn.before} node={turn.node} intent={turn.intent} />
            <Side title={t("replay.now")} replies={turn.after} node={turn.node_now} intent={turn.intent_now} />
          </section>
        ))}
        {item.stopped && <p className="small quiet">{t(`replay.st.${item.stopped}`) /* i18n: replay.st.* */}</p>}
        <p>
          <PageLink to={item.link}>{t("replay.read")}</PageLink>
        </p>
      </div>
    </details>
  );
}

/** What the bot said on one side. */
function Side(props: { title: string; replies: readonly string[]; node: string; intent: string | null | undefined }) {
  const t = useText();
  return (
    <div className="rp-side">
      <p className="small quiet">{props.title}</p>
      {props.replies.length === 0 && <p className="quiet">{t("replay.silent")}</p>}
      {props.replies.map((reply, at) => (
        <p key={at} className="rp-reply" dir="auto">
          {reply}
        </p>
      ))}
      <p className="small quiet">
        <code>{[props.intent, props.node].filter(Boolean).join(" → ")}</code>
      </p>
    </div>
  );
}
