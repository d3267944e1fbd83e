/** Outlets compared by the same figures, ranked by one of them. */
import { Can, Card, Empty, LinkButton, MenuLink, PageHead, ProblemNotice, Segments } from "../../../components";
import { FilterMenu } from "../../../components/filters";
import { Table, type Column } from "../../../components/Table";
import { SwitchLink } from "../../../components/SwitchLink";
import { figureText } from "../../../lib/format";
import { useFormat, useText } from "../../../lib/i18n";
import { sortBy } from "../../../lib/sort";
import { PageLink, usePage } from "../../../page";
import { GROUPS, botsText, toggled } from "../filters/values";
import { shareText } from "../cards/figures";
import { FIRST, RangeMenu } from "../filters/RangeMenu";
import { Clipped } from "../filters/Clipped";
import { Gone } from "../filters/Gone";
import { Pages } from "../filters/Pages";
import { PlaceMenu } from "../filters/PlaceMenu";
import { csvPath, outletsApi, type ComparedOutlet, type OutletPage } from "./api";
import { COMPARED, SIZES, type outletsGrammar } from "./query";
import "./outlets.css";

/** The page in each of its states. */
export default function OutletsPage() {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof outletsGrammar>();
  const { data, error, refetch } = outletsApi.useComparedOutletsQuery(query);
  if (!data) return error ? <ProblemNotice problem={error} retry={() => void refetch()} /> : null;
  const measured = query.data === "measured";
  const isFiltered = query.out.length > 0;
  return (
    <>
      <PageHead
        title={t("outlets.title")}
        lead={[f.range(data.filters.from, data.filters.to), data.filters.zone].join(" · ")}
        actions={
          <>
            <SwitchLink on={measured} to={here({ ...FIRST, data: measured ? "all" : undefined })}>
              {t("reports.onlyMeasured")}
            </SwitchLink>
            <Can I="export" a="Dashboard">
              <LinkButton to={csvPath(query)} icon="download" download>
                {t("outlets.export")}
              </LinkButton>
            </Can>
          </>
        }
      />
      <Filters data={data} />
      <Gone gone={data.filters.gone} bot={query.bot} out={query.out} to={(rest) => here({ ...FIRST, ...rest })} />
      <Clipped clipped={data.filters.clipped} />
      {data.items.length === 0 ? (
        <Empty
          icon="map-pin"
          title={t(isFiltered ? "outlets.emptyFiltered" : "outlets.emptyTitle")}
          actions={
            isFiltered && <LinkButton to={here({ ...FIRST, out: undefined })}>{t("outlets.showAll")}</LinkButton>
          }
        >
          {isFiltered ? null : t("outlets.emptyText")}
        </Empty>
      ) : (
        <Outlets data={data} />
      )}
    </>
  );
}

/** Bots, group, dates, channels and places. */
function Filters({ data }: { data: OutletPage }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof outletsGrammar>();
  const { bots, channels, places } = data.options;
  const chosen = bots.filter((bot) => query.bot.includes(bot.id));
  const botText = botsText(query.bot, chosen, t);
  return (
    <nav className="lf" aria-label={t("outlets.filters")}>
      <FilterMenu label={t("reports.bot")} value={botText} tint={query.bot.length > 0} name="filter">
        <MenuLink to={here({ ...FIRST, bot: undefined })} current={query.bot.length === 0}>
          {t("reports.allBots")}
        </MenuLink>
        {bots.map((bot) => (
          <MenuLink
            key={bot.id}
            to={here({ ...FIRST, bot: toggled(query.bot, bot.id) })}
            current={query.bot.includes(bot.id)}
          >
            {bot.name}
          </MenuLink>
        ))}
      </FilterMenu>
      <Segments
        label={t("reports.group")}
        items={GROUPS.map((group) => ({
          label: t(`reports.${group}`), // i18n: reports.overall reports.service reports.sales reports.psf
          to: here({ ...FIRST, grp: group }),
          current: query.grp === group,
        }))}
      />
      <RangeMenu label={t("reports.range")} range={data.filters} action="/reports/outlets" />
      <FilterMenu
        label={t("reports.channel")}
        value={query.ch.map((key) => t(`channel.${key}`)).join(f.comma) || t("reports.all")} // i18n: channel.*
        tint={query.ch.length > 0}
        name="filter"
      >
        <MenuLink to={here({ ...FIRST, ch: undefined })} current={query.ch.length === 0}>
          {t("reports.all")}
        </MenuLink>
        {channels.map((channel) => (
          <MenuLink
            key={channel}
            to={here({ ...FIRST, ch: toggled(query.ch, channel) })}
            current={query.ch.includes(channel)}
          >
            {t(`channel.${channel}`)}
          </MenuLink>
        ))}
      </FilterMenu>
      <PlaceMenu places={places} chosen={query.out} to={(out) => here({ ...FIRST, out })} />
    </nav>
  );
}

/** The table, what ranks mean, and the pages. */
function Outlets({ data }: { data: OutletPage }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof outletsGrammar>();
  const { ranked } = data;
  const name = t(`reports.k.${ranked.by}`); // i18n: reports.k.*
  const unit = data.all.find((figure) => figure.id === ranked.by)?.unit ?? "count";
  const sort = (key: "rank" | "name") => sortBy(query.sort, key, (sort) => here({ ...FIRST, sort }));
  const value = (figure: ComparedOutlet["figures"][number]) => (
    <span className={figure.small ? "quiet" : undefined} title={figure.small ? t("outlets.few") : undefined}>
      {figure.unit === "percent"
        ? shareText({ ...figure, few: figure.small }, f, t)
        : figureText(figure.value, figure.unit, "", f)}
      {figure.small && figure.value !== null && "*"}
    </span>
  );
  const columns: Column<ComparedOutlet>[] = [
    {
      key: "outlet",
      head: t("outlets.outlet"),
      rowHead: true,
      className: "k-outlet",
      sort: sort("name"),
      cell: (row) => (
        <>
          <PageLink to={row.dashboard}>{row.name}</PageLink>
          <small>
            {row.parent} · {row.city}
          </small>
        </>
      ),
    },
    {
      key: "rank",
      head: t("outlets.rank"),
      numeric: true,
      className: "k-rank",
      sort: sort("rank"),
      cell: (row) =>
        row.rank === null ? "—" : t("outlets.rankOf", { rank: f.number(row.rank), of: f.number(ranked.of) }),
    },
    ...COMPARED.map((id, index): Column<ComparedOutlet> => ({
      key: id,
      head: t(`reports.k.${id}`),
      numeric: true,
      className: id === ranked.by ? "by" : `k-${id}`,
      sort: { dir: null, to: here({ ...FIRST, by: id, sort: "rank" }) },
      cell: (row) =>
        id === "engaged_sessions" ? (
          <PageLink to={row.link}>{value(row.figures[index]!)}</PageLink>
        ) : (
          value(row.figures[index]!)
        ),
    })),
  ];
  const few = [...data.all, ...data.items.flatMap((row) => row.figures)].some(
    (figure) => figure.small && figure.value !== null,
  );
  return (
    <>
      <p className="quiet small ranked">
        {!ranked.of
          ? t("outlets.rankedFew")
          : t("outlets.rankedBy", {
              metric: name,
              of: f.number(ranked.of),
              median: figureText(ranked.median, unit, "", f),
            })}
      </p>
      <Card className="outlets" flush>
        <Table
          caption={t("outlets.caption")}
          rows={data.items}
          rowKey={(row) => row.id}
          columns={columns}
          foot={
            <tr>
              <th scope="row">{t("outlets.total")}</th>
              <td />
              {data.all.map((figure) => (
                <td key={figure.id} className={`num ${figure.id === ranked.by ? "by" : `k-${figure.id}`}`}>
                  {value(figure)}
                </td>
              ))}
            </tr>
          }
        />
      </Card>
      {few && <p className="quiet small ranked">{`* ${t("outlets.few")}`}</p>}
      <Pages data={data} sizes={SIZES} />
      <p className="ft">
        <span>{t("conversations.asOf", { time: f.dateTime(data.as_of, data.filters.zone) })}</span>
      </p>
    </>
  );
}
