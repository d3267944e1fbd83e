/** Open leads by state: cards move by the events of their menu, which also work without a script. */
import { Avatar, Empty, Icon, LinkButton, Menu, MenuLink, PageHead, PageLink, Trouble, useCan } from "../../components";
import { useFormat, useText } from "../../lib/i18n";
import { later, usePage } from "../../page";
import { leadsApi } from "./api";
import { Due, useDaysLeft, useVehicle, Views } from "./cells";
import { Filters } from "./Filters";
import { filtersOf, type boardGrammar } from "./query";
import { EVENTS, OPEN, type Board, type Lead } from "./types";

const NewLeadSheet = later(() => import("./Sheets"), "NewLeadSheet");
const EventOfSheet = later(() => import("./Sheets"), "EventOfSheet");
const CLOSED = { do: undefined, lead: undefined };

/** The page. */
export default function BoardPage() {
  const t = useText();
  const can = useCan();
  const { query, here } = usePage<typeof boardGrammar>();
  const result = leadsApi.useLeadBoardQuery(filtersOf(query));
  const { data } = result;
  const open = data?.columns.reduce((sum, column) => sum + column.total, 0) ?? 0;
  return (
    <>
      <PageHead
        title={t("leads.title")}
        lead={data && t("leads.openCount", { n: open })}
        actions={
          <>
            <Views current="board" />
            {can("create", "Lead") && (
              <LinkButton to={here({ ...CLOSED, do: "new" })} variant="primary" icon="plus">
                {t("leads.new")}
              </LinkButton>
            )}
          </>
        }
      />
      <div className="stack">
        <Filters action="/ew-leads/board" choosing={can("update", "Lead")} />
        <Trouble of={result} />
        {data && open === 0 && data.ended.every(({ total }) => total === 0) && (
          <Empty icon="shield-check" title={t("leads.noneFit")}>
            {t("leads.noneFitText")}
          </Empty>
        )}
        {data && <Columns board={data} />}
      </div>
      {query.do === "new" && can("create", "Lead") && <NewLeadSheet to={here(CLOSED)} />}
      {query.do && query.do !== "new" && query.lead && can("update", "Lead") && (
        <EventOfSheet key={query.lead + query.do} id={query.lead} event={query.do} to={here(CLOSED)} />
      )}
    </>
  );
}

/** The columns; on a phone one of them, chosen by links. */
function Columns({ board }: { board: Board }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof boardGrammar>();
  const col = query.col || "new";
  const rest = (state: string) =>
    `/ew-leads/list?${new URLSearchParams(
      Object.entries({ ...filtersOf(query), state }).filter(([, value]) => Boolean(value)) as [string, string][],
    ).toString()}`;
  return (
    <>
      <nav className="ld-picker segments" aria-label={t("leads.columns")}>
        {OPEN.map((state) => (
          <PageLink key={state} to={here({ ...CLOSED, col: state })} aria-current={col === state ? "true" : undefined}>
            {t(`leads.s.${state}`)}
          </PageLink>
        ))}
      </nav>
      <div className="ld-board">
        {board.columns.map((column) => (
          <section
            key={column.state}
            className={column.state === col ? "ld-column chosen" : "ld-column"}
            aria-label={t(`leads.s.${column.state}`)}
          >
            <header>
              <h2>{t(`leads.s.${column.state}`)}</h2>
              <span className="quiet">{f.number(column.total)}</span>
              <span className="quiet ld-end">
                {column.worth === null ? t("leads.notPriced") : f.money(column.worth, board.currency, 0)}
              </span>
            </header>
            <ul>
              {column.items.map((lead) => (
                <Card key={lead.id} lead={lead} />
              ))}
            </ul>
            {column.total > column.items.length && (
              <PageLink to={rest(column.state)}>{t("leads.more", { n: column.total - column.items.length })}</PageLink>
            )}
          </section>
        ))}
        <aside className="ld-ended rows">
          {board.ended.map(({ state, total, worth }) => (
            <PageLink key={state} to={rest(state)}>
              <span>{t(`leads.s.${state}`)}</span> <strong>{f.number(total)}</strong>
              {state === "won" && worth !== null && <small>{f.money(worth, board.currency, 0)}</small>}
            </PageLink>
          ))}
        </aside>
      </div>
    </>
  );
}

/** One lead. */
function Card({ lead }: { lead: Lead }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const vehicle = useVehicle();
  const daysLeft = useDaysLeft();
  const { here } = usePage<typeof boardGrammar>();
  const events = EVENTS.filter((event) => lead.possible.includes(event));
  return (
    <li className="ld-card rows gap-4 text-13 breaks">
      <div className="ld-card-head">
        <PageLink to={`/ew-leads/${lead.id}`}>
          <bdi>{lead.customer.name}</bdi>
        </PageLink>
        {lead.owner && (
          <span title={lead.owner.full_name}>
            <Avatar name={lead.owner.full_name} size={20} />
            <span className="sr">{lead.owner.full_name}</span>
          </span>
        )}
        {can("update", "Lead") && (
          <Menu label={t("leads.moveOf", { name: lead.customer.name })} icon="ellipsis" hideLabel>
            {events.map((event) => (
              <MenuLink key={event} to={here({ do: event, lead: lead.id })}>
                {t(`leads.e.${event}`) /* i18n: leads.e.* */}
              </MenuLink>
            ))}
          </Menu>
        )}
      </div>
      <span className="quiet">
        <bdi>{[vehicle(lead.vehicle), lead.outlet?.name].filter(Boolean).join(" · ") || f.number(null)}</bdi>
      </span>
      <Due lead={lead} />
      <span className="ld-card-foot apart">
        <strong>{f.money(lead.total, lead.currency, 0)}</strong>
        {lead.days_left !== null && (
          <span className="quiet" title={t("leads.coverEnds")}>
            <Icon name="shield" size={14} /> {daysLeft(lead.days_left)}
          </span>
        )}
      </span>
    </li>
  );
}
