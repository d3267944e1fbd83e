/** One replay: how many conversations went otherwise, what that changes, and each of them beside itself. */
import {
  ActionForm,
  Button,
  Card,
  Icon,
  LinkButton,
  Notice,
  PageLink,
  Pill,
  Trouble,
  useCan,
} from "../../../components";
import { Field } from "../../../components/fields";
import { codeWords } from "../../../lib/codes";
import { path } from "../../../lib/path";
import { useFormat, useText } from "../../../lib/i18n";
import { usePolling } from "../../../hooks/useSaveData";
import { usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import { addressOf } from "../layout/tab";
import { Refusal } from "../../../components/forms/Refusal";
import { useAnswered } from "../../../components/forms/refused";
import { versionsApi, type Replay } from "./api";
import type { versionsGrammar } from "./query";
import { StartReplay, Verdict } from "./ReplayCard";
import "../../../components/controls.css";

const POLL_MS = 2000;
const GRADES = ["same", "better", "changed", "worse"] as const;
const MARKS = { same: "check", better: "arrow-up", changed: "minus", worse: "arrow-down" } as const;
const RATES = ["fallback", "goal", "handoff"] as const;
type Item = Replay["items"][number];
type Group = Replay["groups"][number];
type Rate = NonNullable<Replay["rates"]>["fallback"];

/** The page below the tabs. */
export function ReplayView({ bot, replay: id }: { bot: Bot; replay: string }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const cached = versionsApi.endpoints.replay.useQueryState({ bot: bot.id, replay: id });
  const busy = cached.data?.state === "queued" || cached.data?.state === "running";
  const result = versionsApi.useReplayQuery(
    { bot: bot.id, replay: id },
    { pollingInterval: usePolling(POLL_MS, busy) },
  );
  const { data: replay } = result;
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
      <Trouble of={result} />
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
          {replay.verdict !== "none" && <Rates replay={replay} />}
          {replay.conversations !== null && replay.conversations.worse > 0 && (
            <p className={replay.open > 0 ? undefined : "quiet"}>
              <Icon name={replay.open > 0 ? "triangle-alert" : "circle-check"} size={16} />{" "}
              {replay.open > 0 ? t("replay.openGroups", { n: replay.open }) : t("replay.allAccepted")}
            </p>
          )}
          {replay.verdict !== "none" && <Differences bot={bot} replay={replay} />}
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
  const rest = replay.sessions - GRADES.reduce((sum, grade) => sum + counts[grade], 0);
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
      {rest > 0 && <p className="small quiet">{t("replay.uncompared", { n: rest })}</p>}
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

/** The conversations that went otherwise by cause, the worst first. */
function Differences({ bot, replay }: { bot: Bot; replay: Replay }) {
  const t = useText();
  const { items, groups } = replay;
  return (
    <Card title={t("replay.differences")} lead={t("replay.sum", { n: items.length })}>
      {items.length === 0 ? (
        <p className="quiet">{t("replay.noDifferences")}</p>
      ) : (
        <ul className="rp-items">
          {groups.map((group, at) => (
            <li key={group.id}>
              <GroupView bot={bot} replay={replay} group={group} open={at === 0} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** What conversations of a group have in common, each of them, and whether a person takes it as it is. */
function GroupView({ bot, replay, group, open }: { bot: Bot; replay: Replay; group: Group; open: boolean }) {
  const t = useText();
  const can = useCan();
  const { grade, kind, accepted } = group;
  const cause = (kind === "missed" && group.intent) || group.node;
  const items = replay.items.filter((item) => item.group === group.id);
  const refused = useRefusedPart(bot, replay);
  const isRefused = refused === `accept-${group.id}` || items.some((item) => refused === idOf(item));
  const isAcceptable = grade === "worse" || grade === "changed";
  return (
    <details open={isRefused || (open && accepted === null)}>
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
        {cause && <bdi className="quiet"> {codeWords(cause)}</bdi>}{" "}
        <span className="quiet small">{t("replay.sum", { n: group.conversations })}</span>{" "}
        {accepted && <Pill tone="good">{t("replay.accepted")}</Pill>}
      </summary>
      {isAcceptable && (accepted || (can("publish", "Bot") && bot.state !== "archived")) && (
        <Acceptance bot={bot} replay={replay} group={group} />
      )}
      {items.map((item, at) => (
        <Difference
          key={item.conversation}
          bot={bot}
          replay={replay}
          item={item}
          open={at === 0 || refused === idOf(item)}
        />
      ))}
    </details>
  );
}

/** Who accepted a group and why, or the form that accepts it. */
function Acceptance({ bot, replay, group }: { bot: Bot; replay: Replay; group: Group }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { here } = usePage<typeof versionsGrammar>();
  const of = `/api/v1/bots/${bot.id}/replays/${replay.id}`;
  const id = `accept-${group.id}`;
  const { accepted } = group;
  if (accepted)
    return (
      <div className="rp-accept">
        <p className="small" dir="auto">
          {t("replay.acceptedBy", { name: accepted.by, at: f.dateTime(accepted.at), reason: accepted.reason })}
        </p>
        {can("publish", "Bot") && bot.state !== "archived" && (
          <ActionForm call={`${of}/reopen`} page={here()} done="groupReopened">
            <input type="hidden" name="group" value={group.id} />
            <Button type="submit" size="s" icon="undo-2">
              {t("replay.reopen")}
            </Button>
          </ActionForm>
        )}
      </div>
    );
  return (
    <ActionForm id={id} call={`${of}/accept`} page={`${here()}#${id}`} done="groupAccepted" className="rp-accept">
      <input type="hidden" name="group" value={group.id} />
      <Refusal title={t("bot.notDone")} />
      <Field label={t("replay.acceptReason")} name="reason" required maxLength={500} autoComplete="off" />
      <Button type="submit" icon="check">
        {t("replay.accept")}
      </Button>
    </ActionForm>
  );
}

/** The place in the page of what can be done with a conversation. */
const idOf = (item: Item) => `keep-${item.conversation}`;

/** The place of the form that was refused: what it is in is open, so that the reason is seen. */
function useRefusedPart(bot: Bot, replay: Replay): string | undefined {
  const of = `/api/v1/bots/${bot.id}/replays/${replay.id}`;
  const form = useAnswered([`${of}/case`, `${of}/accept`, "/api/v1/sandbox"]);
  return form && form.problem.status >= 400 ? form.part : undefined;
}

/** What can be done with a conversation: trying it up to where it goes otherwise, keeping it as a case, reading it. */
function Keeping({ bot, replay, item }: { bot: Bot; replay: Replay; item: Item }) {
  const t = useText();
  const can = useCan();
  const { here } = usePage<typeof versionsGrammar>();
  const id = idOf(item);
  // There it can be fixed.
  const turn = item.turns.find(({ grade }) => grade !== "same")?.number;
  const page = `${here()}#${id}`;
  const mayChange = can("update", "Bot") && bot.state !== "archived";
  return (
    <div id={id} className="rp-keep">
      {can("read", "Sandbox") && bot.state !== "archived" && (
        <ActionForm call="/api/v1/sandbox" page={page} then="/sandbox?id={id}#say">
          <Refusal title={t("bot.notDone")} />
          <input type="hidden" name="bot" value={bot.id} />
          <input type="hidden" name="conversation" value={item.conversation} />
          {turn !== undefined && <input type="hidden" name="until" value={turn} />}
          <Button type="submit" size="s" icon="flask-conical">
            {t("replay.openSandbox")}
          </Button>
        </ActionForm>
      )}
      {item.case ? (
        <LinkButton to={path(addressOf(bot.id, "cases"), { case: item.case })} size="s" icon="check">
          {t("replay.openCase")}
        </LinkButton>
      ) : (
        mayChange && (
          <ActionForm call={`/api/v1/bots/${bot.id}/replays/${replay.id}/case`} page={page} done="caseKept">
            <Refusal title={t("bot.notDone")} />
            <input type="hidden" name="conversation" value={item.conversation} />
            <Button type="submit" size="s" icon="plus">
              {t("replay.addCase")}
            </Button>
          </ActionForm>
        )
      )}
      <PageLink to={turn === undefined ? item.link : `${path(item.link, { turn })}#t${turn}`}>
        {t("replay.read")}
      </PageLink>
    </div>
  );
}

/** One conversation beside itself. */
function Difference({ bot, replay, item, open }: { bot: Bot; replay: Replay; item: Item; open: boolean }) {
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
              <bdi>{turn.input}</bdi>
            </p>
            <Side title={t("replay.then")} replies={turn.before} node={turn.node} intent={turn.intent} />
            <Side title={t("replay.now")} replies={turn.after} node={turn.node_now} intent={turn.intent_now} />
          </section>
        ))}
        {item.stopped && <p className="small quiet">{t(`replay.st.${item.stopped}`) /* i18n: replay.st.* */}</p>}
        <Keeping bot={bot} replay={replay} item={item} />
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
