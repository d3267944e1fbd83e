/** Open leads by state: cards move by the events of their menu, which also work without a script, or are dragged. */
import { useState, type DragEvent } from "react";
import {
  Avatar,
  Empty,
  Icon,
  LinkButton,
  Menu,
  MenuLink,
  PageHead,
  PageLink,
  Segments,
  Trouble,
  useCan,
} from "../../components";
import { useKeys } from "../../hooks/useKeys";
import { useFormat, useText } from "../../lib/i18n";
import { later, useGo, usePage } from "../../page";
import { leadsApi } from "./api";
import { Assign, Tick } from "./Assign";
import { Due, useDaysLeft, useVehicle, Views } from "./cells";
import { Filters } from "./Filters";
import { boardOf, filtersOf, type boardGrammar } from "./query";
import { BOARD_SORTS, EVENTS, OPEN, TARGETS, type Board, type Event, type Lead } from "./types";

const NewLeadSheet = later(() => import("./Sheets"), "NewLeadSheet");
const EventOfSheet = later(() => import("./Sheets"), "EventOfSheet");
const CLOSED = { do: undefined, lead: undefined };

/** The page. */
export default function BoardPage() {
  const t = useText();
  const can = useCan();
  const { query, here } = usePage<typeof boardGrammar>();
  const result = leadsApi.useLeadBoardQuery(boardOf(query));
  const { data } = result;
  // The menu of the card that is focused.
  useKeys({
    m: () => {
      const face = document.activeElement?.closest(".ld-card")?.querySelector("summary");
      face?.focus();
      face?.click();
    },
  });
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
        <Filters
          action="/ew-leads/board"
          choosing={can("update", "Lead")}
          more={
            <Segments
              label={t("leads.sort")}
              items={BOARD_SORTS.map((sort) => ({
                label: t(`leads.sort.${sort}`) /* i18n: leads.sort.* */,
                to: here({ ...CLOSED, sort }),
                current: sort === query.sort,
              }))}
            />
          }
        />
        <Trouble of={result} />
        {data && open === 0 && data.ended.every(({ total }) => total === 0) && (
          <Empty icon="shield-check" title={t("leads.noneFit")}>
            {t("leads.noneFitText")}
          </Empty>
        )}
        {data &&
          (can("update", "Lead") ? (
            <Assign>
              <Columns board={data} />
            </Assign>
          ) : (
            <Columns board={data} />
          ))}
      </div>
      {query.do === "new" && can("create", "Lead") && <NewLeadSheet to={here(CLOSED)} />}
      {query.do && query.do !== "new" && query.lead && can("update", "Lead") && (
        <EventOfSheet key={query.lead + query.do} id={query.lead} event={query.do} to={here(CLOSED)} />
      )}
    </>
  );
}

/** The event by which a lead gets to a state, if there is one. */
const eventTo = (lead: Lead, state: string) =>
  EVENTS.find((event) => TARGETS[event] === state && lead.possible.includes(event));

/** Dragging cards to states: where it may be dropped, and what opens there. */
function useDragging(move: (lead: Lead, event: Event) => void) {
  const [lead, setLead] = useState<Lead | null>(null);
  const over = (state: string) => (event: DragEvent) => {
    if (lead && eventTo(lead, state)) event.preventDefault();
  };
  const drop = (state: string) => (dropped: DragEvent) => {
    dropped.preventDefault();
    const event = lead && eventTo(lead, state);
    setLead(null);
    if (event) move(lead, event);
  };
  return {
    take: (lead: Lead) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        // Firefox drags nothing that has no data.
        event.dataTransfer.setData("text/plain", lead.number);
        setLead(lead);
      },
      onDragEnd: () => setLead(null),
    }),
    place: (state: string) => ({
      "data-closed": lead && lead.state !== state && !eventTo(lead, state) ? true : undefined,
      onDragOver: over(state),
      onDrop: drop(state),
    }),
  };
}

/** The columns; on a phone one of them, chosen by links. */
function Columns({ board }: { board: Board }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const go = useGo();
  const { query, here } = usePage<typeof boardGrammar>();
  const { take, place } = useDragging((lead, event) => go(here({ do: event, lead: lead.id })));
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
            {...place(column.state)}
          >
            <header>
              <h2>{t(`leads.s.${column.state}`)}</h2>
              <span className="quiet">{f.number(column.total)}</span>
              <span className="quiet ld-end">
                {column.worth === null ? t("leads.notPriced") : f.money(column.worth, board.currency, 0)}
              </span>
            </header>
            <ul data-rows>
              {column.items.map((lead) => (
                <li
                  key={lead.id}
                  className="ld-card rows gap-4 text-13"
                  {...(can("update", "Lead") ? take(lead) : undefined)}
                >
                  <Card lead={lead} />
                </li>
              ))}
            </ul>
            {column.total > column.items.length && (
              <PageLink to={rest(column.state)}>{t("leads.more", { n: column.total - column.items.length })}</PageLink>
            )}
          </section>
        ))}
        <aside className="ld-ended rows">
          {board.ended.map(({ state, total, worth }) => (
            <PageLink key={state} to={rest(state)} {...place(state)}>
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
  const place = [vehicle(lead.vehicle), lead.outlet?.name].filter(Boolean).join(" · ") || f.number(null);
  return (
    <>
      <div className="ld-card-head">
        {can("update", "Lead") && <Tick lead={lead} />}
        <PageLink to={`/ew-leads/${lead.id}`} draggable={false}>
          <bdi>{lead.customer.name}</bdi>
        </PageLink>
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
      <span className="quiet ellipsis" title={place}>
        <bdi>{place}</bdi>
      </span>
      <span className="apart">
        <Due lead={lead} />
        {lead.owner && (
          <span title={lead.owner.full_name}>
            <Avatar name={lead.owner.full_name} size={20} />
            <span className="sr">{lead.owner.full_name}</span>
          </span>
        )}
      </span>
      <span className="ld-card-foot apart">
        <strong>{f.money(lead.total, lead.currency, 0)}</strong>
        {lead.days_left !== null && (
          <span className="quiet ld-end" title={t("leads.coverEnds")}>
            <Icon name="shield" size={14} /> {daysLeft(lead.days_left)}
          </span>
        )}
      </span>
    </>
  );
}
