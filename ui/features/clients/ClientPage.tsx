/** One client: its dealer groups, cities and outlets, its details, its look and its policy. */
import {
  ActionForm,
  Button,
  LinkButton,
  MenuLink,
  Menu,
  Notice,
  PageHead,
  Tabs,
  Trouble,
  useCan,
} from "../../components";
import { useFormat, useText } from "../../lib/i18n";
import { later, usePage } from "../../page";
import { clientsApi } from "./api";
import { StatePill } from "./cells";
import { TABS, type clientGrammar } from "./query";
import { EVENTS, type Client } from "./types";

const Details = later(() => import("./ClientForms"), "Details");
const Branding = later(() => import("./ClientForms"), "Branding");
const Policy = later(() => import("./ClientForms"), "Policy");
const TreeView = later(() => import("./TreeView"), "TreeView");
const Above = later(() => import("./ClientDialogs"), "Above");
const CLOSED = { do: undefined, parent: undefined, city: undefined };

/** The page. */
export default function ClientPage() {
  const { params } = usePage<typeof clientGrammar, "id">();
  const result = clientsApi.useClientQuery(params.id);
  return (
    <>
      <Trouble of={result} />
      {result.data && <Shown client={result.data} />}
    </>
  );
}

/** The client. */
function Shown({ client }: { client: Client }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { query, here } = usePage<typeof clientGrammar>();
  const list = { q: undefined, type: undefined, state: undefined, warning: undefined, page: undefined, ...CLOSED };
  const stopped = client.state !== "trial" && client.state !== "active";
  return (
    <>
      <PageHead
        title={<bdi>{client.name}</bdi>}
        back={{ to: "/admin/clients", label: t("clients.title") }}
        marks={<StatePill client={client} />}
        lead={t("clients.since", { at: f.date(client.state_at) })}
        actions={<Actions client={client} />}
      />
      <div className="stack">
        {stopped && (
          <Notice
            tone="warn"
            title={t(`clients.s.${client.state}`)}
            actions={
              client.state === "closed" &&
              can("delete", "Client") &&
              can("export", "Conversation") && (
                <ActionForm call={`/api/v1/exports/clients/${client.id}`} page={here(CLOSED)} then="/reports/exports">
                  <Button type="submit" size="s" icon="download">
                    {t("clients.export")}
                  </Button>
                </ActionForm>
              )
            }
          >
            {t(`clients.effect.${client.state}`) /* i18n: clients.effect.* */}{" "}
            {client.purge_at && `${t("clients.purgeAt", { at: f.date(client.purge_at) })} `}
            {client.state_reason && t("clients.because", { reason: client.state_reason })}
          </Notice>
        )}
        <Tabs
          label={t("clients.parts")}
          items={TABS.map((tab) => ({
            label: t(`clients.tab.${tab}`) /* i18n: clients.tab.* */,
            to: here({ ...list, open: undefined, each: undefined, tab: tab === "tree" ? undefined : tab }),
            current: query.tab === tab,
          }))}
        />
        {query.tab === "tree" && <TreeView client={client} />}
        {query.tab === "details" && <Details key={client.revision} client={client} />}
        {query.tab === "branding" && <Branding key={client.revision} client={client} />}
        {query.tab === "policy" && <Policy key={client.revision} client={client} />}
      </div>
      {query.do && can("read", "Client") && <Above client={client} />}
    </>
  );
}

/** What can be done to the client and added to it. */
function Actions({ client }: { client: Client }) {
  const t = useText();
  const can = useCan();
  const { here } = usePage<typeof clientGrammar>();
  const takes = client.state === "trial" || client.state === "active";
  const events = EVENTS[client.state].filter((event) => can(event === "close" ? "delete" : "update", "Client"));
  return (
    <>
      {(events.length > 0 || can("delete", "Client")) && (
        <Menu label={t("clients.more")}>
          {events.map((event) => (
            <MenuLink key={event} to={here({ ...CLOSED, do: event })}>
              {t(`clients.e.${event}`) /* i18n: clients.e.* */}
            </MenuLink>
          ))}
          {can("delete", "Client") && (
            <MenuLink to={here({ ...CLOSED, do: "delete" })}>{t("clients.deleteDots")}</MenuLink>
          )}
        </Menu>
      )}
      {takes && can("create", "Client") && (
        <>
          <Menu label={t("clients.add")} icon="plus">
            <MenuLink to={here({ ...CLOSED, do: "parent" })}>{t("clients.addParent")}</MenuLink>
            <MenuLink to={here({ ...CLOSED, do: "city" })}>{t("clients.addCity")}</MenuLink>
          </Menu>
          <LinkButton to={here({ ...CLOSED, do: "outlet" })} variant="primary" icon="plus">
            {t("clients.addOutlet")}
          </LinkButton>
        </>
      )}
    </>
  );
}
