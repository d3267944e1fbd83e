/** The rows of the list: a bot's state and how it does at a glance, and what can be done with it. */
import { useSelector } from "react-redux";
import { Avatar, useCan } from "../../../components";
import { Sparkline } from "../../../components/charts/Sparkline";
import type { DataColumn } from "../../../components/table/columns";
import { DataTable } from "../../../components/table/DataTable";
import { useFormat, useText } from "../../../lib/i18n";
import { sortBy } from "../../../lib/sort";
import { PageLink, usePage } from "../../../page";
import { selectSelectedBot } from "../../../state";
import { shareText } from "../../reports/cards/figures";
import { BotMenu } from "../layout/BotActions";
import { BotState } from "../layout/BotFrame";
import { Channels } from "./Channels";
import { listOf, type botsGrammar } from "./query";
import type { Bot, BotsChannels, BotsHealth } from "./types";

/** A rate from so many percent on is worth a look. */
const HIGH_FALLBACK = 10;

/** The table; ticked rows can be paused together. */
export function BotTable({
  rows,
  health,
  channels,
  busy,
}: {
  rows: readonly Bot[];
  health: BotsHealth | undefined;
  channels: BotsChannels | undefined;
  busy: boolean;
}) {
  const t = useText();
  const can = useCan();
  const { query, here, url } = usePage<typeof botsGrammar>();
  const columns = useColumns(health, channels);
  const selected = useSelector(selectSelectedBot);
  const list = listOf(query);
  const closed = here({ do: undefined, who: undefined });
  return (
    // The page's own body comes alive with it.
    <div data-whole>
      <DataTable
        caption={t("bots.title")}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        rowProps={(row) => (row.id === selected ? { "aria-current": "true" } : {})}
        menu={(row) => (
          <BotMenu bot={row} to={(what) => here({ ...list, do: what, who: [row.id] })} page={closed || url} />
        )}
        {...(can("publish", "Bot") && {
          bulk: {
            to: here({ ...list, do: "pause", who: undefined }),
            field: "who",
            actions: [{ key: "pause", label: t("bots.pauseTicked"), icon: "pause" as const }],
          },
        })}
        busy={busy}
        keys
      />
    </div>
  );
}

/** Name over group, state, version, channels, sessions, fallback, languages, last publication, owner. */
function useColumns(health: BotsHealth | undefined, channels: BotsChannels | undefined): DataColumn<Bot>[] {
  const t = useText();
  const f = useFormat();
  const { query, session, here } = usePage<typeof botsGrammar>();
  const names = new Intl.DisplayNames(session.locale, { type: "language" });
  const of = (bot: Bot) => health?.items.find(({ id }) => id === bot.id);
  const head = (name: string) => ({ name, head: name });
  const columns: (DataColumn<Bot> | undefined)[] = [
    {
      key: "name",
      ...head(t("bots.bot")),
      rowHead: true,
      fixed: true,
      sort: sortBy(query.sort, "name", (sort) => here({ sort, page: undefined, do: undefined, who: undefined })),
      cell: (row) => (
        <>
          <PageLink to={`/admin/bots/${row.id}`}>
            <bdi>{row.name}</bdi>
          </PageLink>
          <small>
            {t(`bot.g.${row.group}`) /* i18n: bot.g.* */} · <bdi>{row.client.name}</bdi>
          </small>
        </>
      ),
    },
    {
      key: "state",
      ...head(t("bots.status")),
      slot: "state",
      cell: (row) => (
        <>
          <BotState state={row.state} />
          {row.state === "paused" && row.state_reason && <small title={row.state_reason}>{row.state_reason}</small>}
        </>
      ),
    },
    {
      key: "version",
      offTablet: true,
      ...head(t("bots.version")),
      cell: (row) => (row.live_version ? <code>{t("bot.version", { n: row.live_version })}</code> : f.number(null)),
    },
    channels && {
      key: "channels",
      ...head(t("bots.channels")),
      cell: (row) => <Channels of={channels.items.find(({ id }) => id === row.id)?.channels ?? []} />,
    },
    health && {
      key: "sessions",
      ...head(t("bots.sessions7")),
      className: "bl-spark",
      cell: (row) => {
        const figures = of(row);
        if (!figures) return f.number(null);
        return (
          <span className="bl-week flex gap-12">
            <PageLink
              to={figures.link}
              aria-label={`${t("bots.openSessions", { name: row.name })}: ${f.number(figures.sessions)}`}
            >
              {f.number(figures.sessions)}
            </PageLink>
            {figures.sessions > 0 && <Sparkline values={figures.days} />}
          </span>
        );
      },
    },
    health && {
      key: "fallback",
      ...head(t("bots.fallback")),
      numeric: true,
      cell: (row) => {
        const fallback = of(row)?.fallback;
        if (!fallback || fallback.value === null) return f.number(null);
        return (
          <PageLink
            to={fallback.link}
            title={shareText({ ...fallback, few: true }, f, t)}
            className={fallback.value >= HIGH_FALLBACK && !fallback.small ? "bl-high" : undefined}
          >
            {shareText({ ...fallback, few: fallback.small }, f, t)}
          </PageLink>
        );
      },
    },
    {
      key: "languages",
      ...head(t("bots.languages")),
      wide: true,
      cell: (row) => (
        <span title={row.languages.map((id) => names.of(id) ?? id).join(f.comma)}>{row.languages.join(f.comma)}</span>
      ),
    },
    health && {
      key: "published",
      ...head(t("bots.published")),
      wide: true,
      cell: (row) => {
        const figures = of(row);
        if (!figures) return f.number(null);
        const at = figures.published_at;
        return at ? <time dateTime={at}>{f.ago(at)}</time> : t("bots.never");
      },
    },
    {
      key: "owner",
      ...head(t("bots.owner")),
      wide: true,
      cell: ({ owner }) =>
        owner ? (
          <span className="bl-owner">
            <Avatar name={owner.full_name} size={20} />
            <bdi>{owner.full_name}</bdi>
          </span>
        ) : (
          f.number(null)
        ),
    },
  ];
  return columns.filter((column) => column !== undefined);
}
