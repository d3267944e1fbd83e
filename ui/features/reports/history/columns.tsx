/** The columns of the list; under 640 px the same cells stack into a card by their classes. */
import { Avatar } from "../../../components";
import { type Column } from "../../../components/Table";
import { ChannelMark } from "../../../components/charts/ChannelMark";
import { OutcomeMark } from "../../../components/charts/OutcomeMark";
import type { Formatter } from "../../../lib/format";
import type { TextFunction } from "../../../lib/messages";
import type { Sort } from "../../../lib/sort";
import { later, PageLink } from "../../../page";
import { columnHead, COLUMNS, type ColumnName } from "./columnNames";
import { erasedText } from "./erased";
import { Estimated } from "./Estimated";
import { lengthText } from "./length";
import type { Conversation, SORTS } from "./types";

const MoreCell = later(() => import("./MoreCell"), "MoreCell");

interface Words {
  t: TextFunction;
  f: Formatter;
  zone: string;
  /** The address of a row. */
  open: (row: Conversation) => string;
  /** The head link of a sortable column. */
  sort: (key: (typeof SORTS)[number]) => Sort;
}

/** More fallbacks than this are marked. */
const MANY_FALLBACKS = 3;

/** The chosen columns, in their order; the contact names the row, or else what is first. */
export function columns(names: readonly ColumnName[], words: Words): Column<Conversation>[] {
  const all = new Map([...further(words), ...usual(words)].map((column) => [column.key, column]));
  const chosen = names.map((name) => all.get(name)!);
  if (names.includes("contact")) return chosen;
  return chosen.map((column, at) =>
    at > 0
      ? column
      : {
          ...column,
          rowHead: true,
          cell: (row, place) => <PageLink to={words.open(row)}>{column.cell(row, place)}</PageLink>,
        },
  );
}

/** Started, contact, bot, channel, outlet, outcome and the figures. */
function usual({ t, f, zone, open, sort }: Words): Column<Conversation>[] {
  return [
    {
      key: "started_at",
      head: t("conversations.started"),
      sort: sort("created_at"),
      className: "k-when",
      cell: (row) => (
        <time dateTime={row.started_at} title={row.estimated ? t("conversations.estimatedTime") : undefined}>
          <Estimated row={row} />
          {f.day(row.started_at, zone)} <b>{f.time(row.started_at, zone)}</b>
        </time>
      ),
    },
    {
      key: "contact",
      head: t("conversations.contact"),
      rowHead: true,
      className: "k-who",
      cell: (row) => (
        <>
          <Avatar name={row.contact.name} size={20} />
          <PageLink to={open(row)}>{row.contact.name || t("conversations.nameless")}</PageLink>
          {row.contact.last4 && (
            <bdi dir="ltr" className="l4">
              •{row.contact.last4}
            </bdi>
          )}
          {row.erased_days !== null && <small className="ellipsis quiet">{erasedText(row.erased_days, t)}</small>}
          {row.snippet && <small className="ellipsis">{row.snippet}</small>}
        </>
      ),
    },
    { key: "bot", head: t("conversations.bot"), className: "k-bot", cell: (row) => row.bot.name },
    {
      key: "channel",
      head: t("conversations.channel"),
      className: "k-ch",
      cell: (row) => (
        <>
          <ChannelMark channel={row.channel} />
          {t(`channel.${row.channel}`) /* i18n: channel.* */}
        </>
      ),
    },
    {
      key: "outlet",
      head: t("conversations.outlet"),
      className: "k-out",
      cell: (row) => row.outlet?.name ?? f.number(null),
    },
    {
      key: "outcome",
      head: t("conversations.outcome"),
      className: "k-end",
      cell: (row) => (
        <>
          <OutcomeMark outcome={row.outcome} /> {t(`conversations.o.${row.outcome}`) /* i18n: conversations.o.* */}
        </>
      ),
    },
    {
      key: "turns",
      head: t("conversations.turns"),
      sort: sort("turns"),
      numeric: true,
      className: "k-n",
      cell: (row) => (
        <>
          <span>{f.number(row.turns)}</span>
          <i>{t("conversations.nTurns", { n: row.turns })}</i>
        </>
      ),
    },
    {
      key: "duration_ms",
      head: t("conversations.duration"),
      sort: sort("duration"),
      numeric: true,
      className: "k-n k-d",
      cell: (row) => (
        <>
          {row.duration_ms !== null && <Estimated row={row} />}
          {lengthText(row.duration_ms, t, f)}
        </>
      ),
    },
    {
      key: "fallbacks",
      head: t("conversations.fallbacks"),
      sort: sort("fallbacks"),
      numeric: true,
      className: "k-n",
      cell: (row) => (
        <>
          <span className={row.fallbacks >= MANY_FALLBACKS ? "bad" : undefined}>{f.number(row.fallbacks)}</span>
          <i>{t("conversations.nFallbacks", { n: row.fallbacks })}</i>
        </>
      ),
    },
    {
      key: "csat",
      head: t("conversations.csat"),
      sort: sort("csat"),
      numeric: true,
      className: "k-n",
      cell: (row) => (
        <>
          <span>{f.number(row.csat)}</span>
          {row.csat !== null && <i>{t("conversations.nCsat", { n: row.csat })}</i>}
        </>
      ),
    },
  ];
}

/** What can be shown besides. */
const further = ({ t, zone }: Words): Column<Conversation>[] =>
  COLUMNS.map((name) => ({
    key: name,
    head: columnHead(name, t),
    className: `k-more k-${name}`,
    cell: (row) => (
      <>
        <i>{columnHead(name, t)} </i>
        <MoreCell name={name} row={row} zone={zone} />
      </>
    ),
  }));
