/** One outlet: where it is, when it is open, who manages it, and which dealer groups it has been with. */
import {
  Can,
  Card,
  LinkButton,
  Menu,
  MenuLink,
  Notice,
  PageHead,
  PageLink,
  Pill,
  Trouble,
  useCan,
} from "../../components";
import { Facts } from "../../components/Facts";
import { Pagination } from "../../components/Pagination";
import { useFormat, useText } from "../../lib/i18n";
import { path } from "../../lib/path";
import { later, usePage } from "../../page";
import { clientsApi } from "./api";
import { Now } from "./cells";
import type { outletGrammar } from "./query";
import type { Outlet } from "./types";

const Against = later(() => import("./Against"), "Against");
const Hours = later(() => import("./Hours"), "Hours");
const Readers = later(() => import("./Readers"), "Readers");
const OutletSheet = later(() => import("./OutletSheets"), "OutletSheet");

/** The page. */
export default function OutletPage() {
  const { params, query } = usePage<typeof outletGrammar, "id">();
  const result = clientsApi.useOutletQuery(params.id);
  const { data: outlet } = result;
  return (
    <>
      <Trouble of={result} />
      {outlet && (
        <>
          <Head outlet={outlet} />
          <div className="columns cl-outlet">
            <div className="stack">
              <Can I="read" a="Dashboard">
                <Against outlet={outlet} />
              </Can>
              <Hours key={outlet.revision} outlet={outlet} />
              <Moves outlet={outlet} />
            </div>
            <div className="stack">
              <About outlet={outlet} />
              <Managers outlet={outlet} />
              <Can I="read" a="User">
                <Readers outlet={outlet} />
              </Can>
            </div>
          </div>
          {query.do && <OutletSheet key={query.do} outlet={outlet} />}
        </>
      )}
    </>
  );
}

/** What it is called, where it belongs, what it lacks, and what can be done to it. */
function Head({ outlet }: { outlet: Outlet }) {
  const t = useText();
  const can = useCan();
  const { here } = usePage<typeof outletGrammar>();
  const isOpen = outlet.state === "open";
  const fixes = { no_hours: "#hours", no_manager: here({ do: "managers" }), no_phone: here({ do: "edit" }) } as const;
  return (
    <>
      <PageHead
        title={<bdi>{outlet.name}</bdi>}
        back={{ to: `/admin/clients/${outlet.client.id}`, label: outlet.client.name }}
        marks={<Pill tone={isOpen ? "good" : "quiet"}>{t(`clients.place.${outlet.state}`)}</Pill>}
        lead={
          <>
            <bdi className="cl-code">{outlet.code}</bdi> · <bdi>{outlet.parent.name}</bdi> ·{" "}
            <bdi>{outlet.city.name}</bdi>
          </>
        }
        actions={
          <>
            {(can("update", "Client") || can("delete", "Client")) && (
              <Menu label={t("clients.more")}>
                {can("update", "Client") && (
                  <MenuLink to={here({ do: "close" })}>{t(isOpen ? "clients.closeDots" : "clients.reopen")}</MenuLink>
                )}
                {can("delete", "Client") && <MenuLink to={here({ do: "delete" })}>{t("clients.deleteDots")}</MenuLink>}
              </Menu>
            )}
            {can("read", "Conversation") && (
              <LinkButton to={path("/reports/conversations", { out: `outlet:${outlet.id}` })} icon="messages-square">
                {t("clients.theirConversations")}
              </LinkButton>
            )}
            {can("update", "Client") && (
              <>
                {!outlet.move && (
                  <LinkButton to={here({ do: "move" })} icon="arrow-right">
                    {t("clients.move")}
                  </LinkButton>
                )}
                <LinkButton to={here({ do: "edit" })} variant="primary" icon="pencil">
                  {t("clients.edit")}
                </LinkButton>
              </>
            )}
          </>
        }
      />
      <p className="cl-status text-13 quiet">
        <Now outlet={outlet} />
        {outlet.warnings.map((warning) => (
          <span key={warning}>
            {can("update", "Client") ? (
              <PageLink className="cl-warning" to={fixes[warning as keyof typeof fixes]}>
                {t(`clients.w.${warning}`) /* i18n: clients.w.* */}
              </PageLink>
            ) : (
              <span className="cl-lack">{t(`clients.w.${warning}`)}</span>
            )}
          </span>
        ))}
      </p>
      {!isOpen && (
        <Notice tone="warn" title={t("clients.closedForGood")}>
          {outlet.closed_reason && t("clients.because", { reason: outlet.closed_reason })}
        </Notice>
      )}
    </>
  );
}

/** Type, address, position and phones. */
function About({ outlet }: { outlet: Outlet }) {
  const t = useText();
  const f = useFormat();
  const { latitude, longitude } = outlet;
  const place =
    latitude === null || longitude === null
      ? f.number(null)
      : `${f.number(latitude, { digits: 4 })}${f.comma}${f.number(longitude, { digits: 4 })}`;
  return (
    <Card title={t("clients.tab.details")}>
      <Facts
        items={[
          [t("clients.by.type"), t(`clients.type.${outlet.type}`)],
          [t("clients.parent"), <bdi key="p">{outlet.parent.name}</bdi>],
          [t("clients.city"), <bdi key="c">{[outlet.city.name, outlet.city.state].filter(Boolean).join(f.comma)}</bdi>],
          [t("clients.address"), <bdi key="a">{outlet.address || f.number(null)}</bdi>],
          [t("clients.position"), <bdi key="g">{place}</bdi>],
          [
            t("clients.phones"),
            outlet.phones.length === 0
              ? f.number(null)
              : outlet.phones.map((number, at) => (
                  <a key={number} className="block" href={`tel:${number}`}>
                    <bdi dir="ltr">{outlet.phones_shown[at]}</bdi>
                  </a>
                )),
          ],
          [t("clients.changed"), f.dateTime(outlet.updated_at)],
        ]}
      />
    </Card>
  );
}

/** Who manages it. */
function Managers({ outlet }: { outlet: Outlet }) {
  const t = useText();
  const can = useCan();
  const { here } = usePage<typeof outletGrammar>();
  return (
    <Card
      title={t("clients.managers")}
      aside={can("update", "Client") && <PageLink to={here({ do: "managers" })}>{t("clients.change")}</PageLink>}
    >
      {outlet.managers.length === 0 ? (
        <p className="quiet">{t("clients.noManagers")}</p>
      ) : (
        <ul className="plain">
          {outlet.managers.map((manager) => (
            <li key={manager.id}>
              <PageLink to={`/apps/user/view/${manager.number}`}>
                <bdi>{manager.full_name}</bdi>
              </PageLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The dealer groups it has been, is and will be with. */
function Moves({ outlet }: { outlet: Outlet }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { params, query, here } = usePage<typeof outletGrammar, "id">();
  const result = clientsApi.usePlacementsQuery({ id: params.id, page: query.page });
  const { data } = result;
  return (
    <Card
      title={t("clients.placements")}
      lead={t("clients.placementsLead")}
      aside={
        outlet.move &&
        can("update", "Client") && <PageLink to={here({ do: "cancel" })}>{t("clients.cancelMove")}</PageLink>
      }
    >
      <Trouble of={result} />
      <ol className="cl-moves rows gap-16">
        {data?.items.map((item) => (
          <li key={item.id} className={item.state}>
            <span className="cl-days">
              {f.date(item.valid_from)} – {item.valid_to ? f.date(item.valid_to) : t("clients.untilNow")}
              {item.state === "planned" && <Pill tone="acc">{t("clients.planned")}</Pill>}
            </span>
            <span className="text-13 quiet">{t("clients.conversations", { n: item.sessions })}</span>
            <strong>
              <bdi>{item.parent.name}</bdi>
            </strong>
            {(item.note || item.entered_name) && (
              <span className="quiet" dir="auto">
                {[item.note, item.entered_name].filter(Boolean).join(" · ")}
              </span>
            )}
          </li>
        ))}
      </ol>
      {data?.total === 0 && <p className="quiet">{t("clients.noPlacements")}</p>}
      {data && data.total > data.per && <Pagination of={data} to={(n) => here({ do: undefined, page: n })} />}
    </Card>
  );
}
