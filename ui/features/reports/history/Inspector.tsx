/** What is known of the chosen turn, and of the session. */
import type { Formatter } from "../../../lib/format";
import type { ReactNode } from "react";
import { Pill } from "../../../components";
import { Facts } from "../../../components/Facts";
import { Bar } from "../../../components/charts/Bar";
import { codeWords } from "../../../lib/codes";
import { useFormat, useText } from "../../../lib/i18n";
import { PageLink, usePage } from "../../../page";
import type { transcriptGrammar } from "./query";
import { TraceFacts } from "./TraceFacts";
import { FACTS, type Message, type Trace, type Transcript, type Turn } from "./types";

type Fact = [string, ReactNode];

/** The turn first, where one is chosen; the session's facts below. */
export function Inspector({
  data,
  turn,
  children,
}: {
  data: Transcript;
  turn: Turn | undefined;
  /** Below all that. */
  children: ReactNode;
}) {
  const t = useText();
  const f = useFormat();
  const { facts } = data;
  const { session } = usePage();
  return (
    <aside className="ci" aria-label={t("conversations.facts")}>
      {turn ? (
        <TurnFacts turn={turn} last={data.turns.length} titles={data.titles} bot={data.bot.id} />
      ) : (
        <p className="quiet small">{t("conversations.chooseTurn")}</p>
      )}
      <h2>{t("conversations.facts")}</h2>
      <Facts
        items={[
          [t("conversations.outcome"), t(`conversations.o.${data.outcome}`)], // i18n: conversations.o.*
          [t("conversations.goals"), facts.goals.length ? f.list(facts.goals.map(codeWords)) : f.number(null)],
          [t("conversations.intent"), data.intent_title ?? f.number(null)],
          [t("conversations.language"), new Intl.DisplayNames(session.locale, { type: "language" }).of(data.language)],
          [t("conversations.messages"), f.number(data.messages)],
          [t("conversations.botVersion"), f.number(facts.bot_version)],
          [t("conversations.policy"), f.number(facts.policy_version)],
          [t("conversations.source"), facts.source ?? f.number(null)],
          // i18n: conversations.way.*
          [t("conversations.origin"), facts.origin ? t(`conversations.way.${facts.origin}`) : f.number(null)],
          ...(facts.referral ? [[t("conversations.referral"), <bdi key="r">{facts.referral}</bdi>] as Fact] : []),
          ...(facts.offer
            ? [
                [
                  t("conversations.offer"),
                  <PageLink key="o" to={`/offers/${facts.offer.id}`}>
                    <bdi>{facts.offer.name}</bdi>
                  </PageLink>,
                ] as Fact,
              ]
            : []),
          ...(data.source_id ? [[t("conversations.sourceId"), data.source_id] as Fact] : []),
          [t("conversations.id"), data.id],
        ]}
      />
      <Known known={facts.known} />
      {children}
    </aside>
  );
}

/** What the source of an imported conversation could not tell. */
function Known({ known }: { known: Transcript["facts"]["known"] }) {
  const t = useText();
  const missing = [
    ...(known.times === "estimated" ? ["times"] : []),
    ...(known.people === "unknown" ? ["people"] : []),
    ...FACTS.filter((fact) => !known.facts.includes(fact)),
  ];
  if (!missing.length) return null;
  return (
    <section className="small">
      <h3>{t("conversations.unknown")}</h3>
      <ul className="quiet">
        {missing.map((fact) => (
          <li key={fact}>{t(`conversations.not.${fact}`) /* i18n: conversations.not.* */}</li>
        ))}
      </ul>
    </section>
  );
}

interface TurnFactsProps {
  turn: Turn;
  last: number;
  titles: Transcript["titles"];
  bot: string;
}

/** How the turn was understood, and what was taken from it. */
function TurnFacts({ turn, last, titles, bot }: TurnFactsProps) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof transcriptGrammar, "id">();
  const at = (number: number) => `${here({ turn: number })}#t${number}`;
  const values = turn.messages.flatMap((message) => Object.entries(message.entities));
  const acts = [...new Set(turn.messages.flatMap(actsOf))];
  return (
    <>
      <h2>
        {t("conversations.turn", { n: turn.number })}{" "}
        {turn.fallback && <Pill tone="warn">{t("conversations.fallback")}</Pill>}
        <span>
          {turn.number > 1 && (
            <PageLink to={at(turn.number - 1)} aria-label={t("conversations.prevTurn")}>
              ↑
            </PageLink>
          )}
          {turn.number < last && (
            <PageLink to={at(turn.number + 1)} aria-label={t("conversations.nextTurn")}>
              ↓
            </PageLink>
          )}
        </span>
      </h2>
      <Facts
        items={[
          [t("conversations.intent"), turn.intent_title ?? f.number(null)],
          [t("conversations.latency"), f.duration(turn.latency_ms)],
          [t("conversations.confidence"), f.percent(turn.confidence === null ? null : turn.confidence * 100, 0)],
        ]}
      />
      {turn.confidence !== null && !turn.trace && <Bar share={turn.confidence * 100} />}
      {turn.trace && <TraceFacts trace={turn.trace as unknown as Trace} titles={titles} bot={bot} />}
      {values.length > 0 && (
        <>
          <h3>{t("conversations.values")}</h3>
          <Facts items={values.map(([key, value]) => [codeWords(key), <bdi key="v">{plain(value, f)}</bdi>])} />
        </>
      )}
      {acts.length > 0 && (
        <>
          <h3>{t("conversations.acts")}</h3>
          <p className="ac">
            {acts.map((act) => (
              <code key={act}>{act}</code>
            ))}
          </p>
        </>
      )}
    </>
  );
}

/** The names of a message's acts, however the source wrote them. */
function actsOf(message: Message): string[] {
  return message.acts
    .map((act) => (typeof act === "string" ? act : String((act as { act?: unknown }).act ?? "")))
    .filter(Boolean);
}

/** A value as text, whatever it is. */
function plain(value: unknown, f: Formatter): string {
  if (Array.isArray(value)) return value.map((part) => plain(part, f)).join(f.comma);
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
}
