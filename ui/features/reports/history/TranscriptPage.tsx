/** One conversation: the list it was found in, its turns, and what is known of them. */
import { Avatar, Icon, Pill, ProblemNotice } from "../../../components";
import { ChannelMark } from "../../../components/charts/ChannelMark";
import { OutcomeMark } from "../../../components/charts/OutcomeMark";
import { useKeys } from "../../../hooks/useKeys";
import { useFormat, useText } from "../../../lib/i18n";
import { later, PageLink, useGo, usePage } from "../../../page";
import { conversationsApi } from "./api";
import { erasedText } from "./erased";
import { Estimated } from "./Estimated";
import { lengthText } from "./length";
import { Inspector } from "./Inspector";
import { listOf, type transcriptGrammar } from "./query";
import { Turns } from "./Turns";
import type { ConversationPage, Transcript } from "./types";
import "../../../styles/conversations.css";

const JourneyCard = later(() => import("./JourneyCard"), "JourneyCard");
const ReviewCard = later(() => import("./ReviewCard"), "ReviewCard");

/** The page; `j` and `k` go through the list. */
export default function TranscriptPage() {
  const { params, query } = usePage<typeof transcriptGrammar, "id">();
  const { data, error, refetch } = conversationsApi.useConversationQuery({ id: params.id, list: listOf(query) });
  const { data: list } = conversationsApi.useConversationsQuery(listOf(query));
  if (!data) return error ? <ProblemNotice problem={error} retry={() => void refetch()} /> : null;
  return <Shown data={data} list={list} />;
}

/** The list, the transcript and the inspector. */
function Shown({ data, list }: { data: Transcript; list: ConversationPage | undefined }) {
  const t = useText();
  const { query, here } = usePage<typeof transcriptGrammar, "id">();
  const go = useGo();
  const search = here({ turn: undefined }).split("?")[1];
  const open = (id: string) => `/reports/conversations/${id}${search ? `?${search}` : ""}`;
  const around = neighbours(data, list);
  useKeys({
    j: () => around.next && go(open(around.next)),
    k: () => around.previous && go(open(around.previous)),
  });
  const turn = data.turns.find((candidate) => candidate.number === query.turn);
  return (
    <div className="cv">
      <Beside data={data} list={list} open={open} search={search} />
      <article className="cm" aria-label={t("conversations.transcript")}>
        <Head
          data={data}
          back={`/reports/conversations${search ? `?${search}` : ""}`}
          previous={around.previous && open(around.previous)}
          next={around.next && open(around.next)}
        />
        <Turns data={data} />
      </article>
      <Inspector data={data} turn={turn}>
        <ReviewCard data={data} next={around.next && open(around.next)} />
        <JourneyCard data={data} />
      </Inspector>
    </div>
  );
}

/** The conversations before and after: those of the list while inside it, else those of the whole. */
function neighbours(
  data: Transcript,
  list: ConversationPage | undefined,
): { previous: string | null; next: string | null } {
  const rows = list?.items ?? [];
  const at = rows.findIndex((row) => row.id === data.id);
  if (at < 0) return data.neighbours;
  return { previous: rows[at - 1]?.id ?? data.neighbours.previous, next: rows[at + 1]?.id ?? data.neighbours.next };
}

/** The page of the list one came from. */
function Beside({
  data,
  list,
  open,
  search,
}: {
  data: Transcript;
  list: ConversationPage | undefined;
  open: (id: string) => string;
  search: string | undefined;
}) {
  const t = useText();
  const f = useFormat();
  return (
    <nav className="cb" aria-label={t("conversations.title")}>
      <p>
        <PageLink to={`/reports/conversations${search ? `?${search}` : ""}`}>
          <Icon name="arrow-left" size={16} />{" "}
          {list ? t("conversations.results", { n: list.total }) : t("conversations.back")}
        </PageLink>
        <kbd aria-hidden="true">j</kbd>
        <kbd aria-hidden="true">k</kbd>
      </p>
      {list && (
        <ol>
          {list.items.map((row) => (
            <li key={row.id}>
              <PageLink to={open(row.id)} aria-current={row.id === data.id ? "page" : undefined}>
                <b>{row.contact.name || t("conversations.nameless")}</b>
                <time dateTime={row.started_at}>
                  <Estimated row={row} />
                  {f.day(row.started_at, list.zone)} {f.time(row.started_at, list.zone)}
                </time>
                <span className="ellipsis" dir="auto">
                  {row.outlet?.name ?? (row.erased_days === null ? row.first_text : erasedText(row.erased_days, t))}
                </span>
                <OutcomeMark outcome={row.outcome} label={t(`conversations.o.${row.outcome}`)} />
              </PageLink>
            </li>
          ))}
        </ol>
      )}
    </nav>
  );
}

/** Who, when, where, and how it ended. */
function Head({
  data,
  back,
  previous,
  next,
}: {
  data: Transcript;
  back: string;
  previous: string | null;
  next: string | null;
}) {
  const t = useText();
  const f = useFormat();
  return (
    <header className="ch">
      <PageLink className="cz" to={back} aria-label={t("conversations.back")}>
        <Icon name="arrow-left" />
      </PageLink>
      <Avatar name={data.contact.name} size={32} />
      <div>
        <h1>
          {data.contact.name || t("conversations.nameless")}{" "}
          {data.contact.last4 && (
            <bdi dir="ltr" className="l4">
              ••••• •{data.contact.last4}
            </bdi>
          )}
        </h1>
        <p>
          <Estimated row={data} />
          <time dateTime={data.started_at}>{f.dateTime(data.started_at, data.zone)}</time>
          {data.ended_at && ` – ${f.time(data.ended_at, data.zone)}`} ·{" "}
          <bdi className="mono">{data.source_id ?? data.id}</bdi>
        </p>
      </div>
      <nav aria-label={t("conversations.pages")}>
        {previous !== null && (
          <PageLink to={previous} aria-label={t("conversations.prevOne")} title={t("conversations.prevOne")}>
            <Icon name="arrow-up" size={16} />
          </PageLink>
        )}
        {next !== null && (
          <PageLink to={next} aria-label={t("conversations.nextOne")} title={t("conversations.nextOne")}>
            <Icon name="arrow-down" size={16} />
          </PageLink>
        )}
      </nav>
      <ul>
        <li>
          <ChannelMark channel={data.channel} />
          {t(`channel.${data.channel}`) /* i18n: channel.* */}
        </li>
        <li>{data.bot.name}</li>
        {data.outlet && <li>{data.outlet.name}</li>}
        <li>
          {t("conversations.nTurns", { n: data.turns.length })}
          {data.duration_ms !== null && (
            <>
              , <Estimated row={data} />
              {lengthText(data.duration_ms, t, f)}
            </>
          )}
        </li>
        <li>{t("conversations.nFallbacks", { n: data.fallbacks })}</li>
        <li>{data.csat === null ? t("conversations.notAsked") : t("conversations.nCsat", { n: data.csat })}</li>
        <li>
          <OutcomeMark outcome={data.outcome} /> {t(`conversations.o.${data.outcome}`) /* i18n: conversations.o.* */}
        </li>
        {data.facts.traffic !== "real" && (
          <li>
            <Pill tone="warn">{t(`conversations.tr.${data.facts.traffic}`) /* i18n: conversations.tr.* */}</Pill>
          </li>
        )}
      </ul>
    </header>
  );
}
