/** The list of offers: any view of it is its address. */
import { Avatar, Can, Empty, LinkButton, Notice, PageHead, PageLink, Tabs } from "../../components";
import { HiddenValues } from "../../components/fields/HiddenValues";
import { PagedList } from "../../components/lists/PagedList";
import { Table, type Column } from "../../components/Table";
import { Bar } from "../../components/charts/Bar";
import { ChannelMark } from "../../components/charts/ChannelMark";
import { SearchForm } from "../../components/fields/SearchForm";
import { useFormat, useText } from "../../lib/i18n";
import { useGetForm, usePage } from "../../page";
import { offersApi } from "./api";
import { StatePill } from "./cells";
import type { offersGrammar } from "./query";
import { VIEWS, type Offer } from "./types";
import "./offers.css";
import "../../components/table/table.css";

/** The page. */
export default function OffersPage() {
  const t = useText();
  const submit = useGetForm();
  const { query, here } = usePage<typeof offersGrammar>();
  const result = offersApi.useCampaignOffersQuery(query);
  const { data } = result;
  const isFiltered = Boolean(query.q || query.view);
  const add = (
    <Can I="create" a="Offer">
      <LinkButton to="/offers/new" variant="primary" icon="plus">
        {t("offers.new")}
      </LinkButton>
    </Can>
  );
  const actions = (
    <>
      <Can I="update" a="Offer">
        <LinkButton to="/offers/consents" icon="users">
          {t("offers.consents")}
        </LinkButton>
      </Can>
      {add}
    </>
  );
  return (
    <>
      <PageHead title={t("offers.title")} lead={data && t("offers.count", { n: data.views.all })} actions={actions} />
      <div className="stack">
        {data && (
          <Tabs
            label={t("offers.views")}
            items={[
              { label: t("offers.all"), to: here({}, { reset: true }), current: !query.view, count: data.views.all },
              ...VIEWS.filter((view) => view !== "archived" || data.views.archived > 0 || query.view === view).map(
                (view) => ({
                  label: t(`offers.v.${view}`), // i18n: offers.v.*
                  to: here({ view }, { reset: true }),
                  current: query.view === view,
                  count: data.views[view],
                }),
              ),
            ]}
          />
        )}
        {data?.items.map((offer) => offer.paused_by && <Paused key={offer.id} offer={offer} />)}
        {(isFiltered || (data && data.total > data.per)) && (
          <div className="of-tools row">
            <SearchForm label={t("offers.search")} action="/offers" value={query.q} onSubmit={submit}>
              <HiddenValues values={{ view: query.view }} />
            </SearchForm>
          </div>
        )}
        <PagedList
          of={result}
          to={(page) => here({ page })}
          empty={
            <Empty
              icon="megaphone"
              title={t(isFiltered ? "offers.noneFit" : "offers.none")}
              actions={isFiltered ? <LinkButton to={here({}, { reset: true })}>{t("offers.showAll")}</LinkButton> : add}
            >
              {t(isFiltered ? "offers.noneFitText" : "offers.noneText")}
            </Empty>
          }
          foot={<p className="small quiet">{t("offers.shares")}</p>}
        >
          {(data) => <Rows rows={data.items} />}
        </PagedList>
      </div>
    </>
  );
}

/** An offer that a limit has paused. */
function Paused({ offer }: { offer: Offer }) {
  const t = useText();
  const f = useFormat();
  return (
    <Notice
      tone="warn"
      icon="pause"
      title={t("offers.pausedAt", { name: offer.name, at: f.dateTime(offer.state_at) })}
      actions={<PageLink to={`/offers/${offer.id}`}>{t("offers.look")}</PageLink>}
    >
      {t(`offers.guard.${offer.paused_by}`) /* i18n: offers.guard.* */}
    </Notice>
  );
}

/** The rows; shares are of those delivered, and nothing is shown before anything was sent. */
function Rows({ rows }: { rows: readonly Offer[] }) {
  const t = useText();
  const f = useFormat();
  const shareOf = (offer: Offer, name: "delivered" | "clicked" | "converted") => {
    const { [name]: part, delivered, recipients } = offer.counts;
    const whole = name === "delivered" ? recipients : delivered;
    return part !== undefined && whole ? (part / whole) * 100 : null;
  };
  const share = (...of: Parameters<typeof shareOf>) => f.percent(shareOf(...of));
  const best = Math.max(...rows.map((row) => shareOf(row, "converted") ?? 0));
  const isCounting = ({ state }: Offer) => ["running", "paused", "sent"].includes(state);
  const figure = (
    key: string,
    head: string,
    text: (row: Offer) => React.ReactNode,
    { offTablet = false } = {},
  ): Column<Offer> => ({
    key,
    head,
    numeric: true,
    className: offTablet ? "slot-fact off-tablet" : "slot-fact",
    cell: (row) => (
      <>
        <i className="fact-name">{head}</i>
        {text(row)}
      </>
    ),
  });
  return (
    <div className="data-table">
      <Table
        caption={t("offers.title")}
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          {
            key: "name",
            head: t("offers.one"),
            rowHead: true,
            className: "slot-name",
            cell: (row) => (
              <>
                <PageLink to={`/offers/${row.id}`}>
                  <b>
                    <bdi>{row.name}</bdi>
                  </b>
                </PageLink>{" "}
                <span className="quiet small">{t(`offers.t.${row.type}`) /* i18n: offers.t.* */}</span>
              </>
            ),
          },
          { key: "state", head: t("offers.state"), className: "slot-state", cell: (row) => <StatePill offer={row} /> },
          {
            key: "channel",
            head: t("offers.channel"),
            className: "slot-place",
            cell: (row) => (
              <span className="of-channel">
                <ChannelMark channel={row.channel} /> {t(`channel.${row.channel}`) /* i18n: channel.* */}
              </span>
            ),
          },
          figure("recipients", t("offers.recipients"), (row) => f.number(row.counts.recipients ?? null)),
          figure("delivered", t("offers.stage.delivered"), (row) => share(row, "delivered"), { offTablet: true }),
          figure("clicked", t("offers.stage.clicked"), (row) => share(row, "clicked"), { offTablet: true }),
          figure("converted", t("offers.stage.converted"), (row) => {
            const converted = shareOf(row, "converted");
            return (
              <span className="of-rate">
                {converted !== null && best > 0 && <Bar share={(converted / best) * 100} />}
                <span className={isCounting(row) ? "pr" : undefined}>{f.percent(converted)}</span>
              </span>
            );
          }),
          figure("revenue", t("offers.revenue"), (row) =>
            f.money(row.counts.delivered ? row.revenue : null, row.currency, 0),
          ),
          {
            key: "window",
            head: t("offers.window"),
            className: "slot-fact off-tablet",
            cell: (row) => (row.start && row.end ? f.range(row.start.slice(0, 10), row.end.slice(0, 10)) : "—"),
          },
          {
            key: "owner",
            head: t("offers.owner"),
            className: "slot-fact wide",
            cell: (row) =>
              row.owner ? (
                <span className="of-owner">
                  <Avatar name={row.owner.name} size={20} {...(row.owner.avatar && { src: row.owner.avatar })} />
                  <bdi>{row.owner.name}</bdi>
                </span>
              ) : (
                "—"
              ),
          },
        ]}
      />
    </div>
  );
}
