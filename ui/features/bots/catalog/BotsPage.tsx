/** The bots of the workspace, and the form for another. */
import { useSelector } from "react-redux";
import { Can, Card, Empty, Icon, LinkButton, PageHead, Pagination, Pill, Table, Trouble } from "../../../components";
import { SearchForm } from "../../../components/fields/SearchForm";
import { useFormat, useText } from "../../../lib/i18n";
import { PageLink, useGetForm, usePage } from "../../../page";
import { selectSelectedBot } from "../../../state";
import { botsApi } from "./api";
import { NewBotForm } from "./NewBotForm";
import type { botsGrammar } from "./query";
import type { Bot, BotPage } from "./types";

const TONES: Record<string, "good" | "warn" | "acc" | "quiet"> = { live: "good", paused: "warn", draining: "acc" };

/** The page in each of its states. */
export default function BotsPage() {
  const t = useText();
  const { query } = usePage<typeof botsGrammar>();
  const bots = botsApi.useBotsQuery(query);
  const { data } = bots;
  return (
    <>
      <PageHead
        title={t("bots.title")}
        lead={data && t("bots.count", { n: data.total })}
        actions={
          <>
            <Can I="read" a="Import">
              <LinkButton to="/admin/import" icon="upload">
                {t("bots.import")}
              </LinkButton>
            </Can>
            <Can I="create" a="Bot">
              <a className="button primary" href="#new">
                <Icon name="plus" size={16} />
                {t("bots.new")}
              </a>
            </Can>
          </>
        }
      />
      <div className="stack">
        <Trouble of={bots} />
        {data && (data.total > 0 || query.q) && <Search />}
        {data && (data.items.length > 0 ? <List data={data} /> : <Nothing q={query.q} />)}
        <Can I="create" a="Bot">
          <NewBotForm page="/admin/bots" />
        </Can>
      </div>
    </>
  );
}

/** A word of a name. */
function Search() {
  const t = useText();
  const { query } = usePage<typeof botsGrammar>();
  const submit = useGetForm();
  return <SearchForm label={t("bots.search")} action="/admin/bots" value={query.q} maxLength={60} onSubmit={submit} />;
}

/** Name over group, state, language, client, and how much it is used. */
function List({ data }: { data: BotPage }) {
  const t = useText();
  const f = useFormat();
  const { session, here } = usePage<typeof botsGrammar>();
  const selected = useSelector(selectSelectedBot);
  const names = new Intl.DisplayNames(session.locale, { type: "language" });
  return (
    <>
      <Card flush className="bl">
        <Table<Bot>
          caption={t("bots.title")}
          rows={data.items}
          rowKey={(row) => row.id}
          rowProps={(row) => (row.id === selected ? { "aria-current": "true" } : {})}
          columns={[
            {
              key: "name",
              head: t("bots.name"),
              rowHead: true,
              cell: (row) => (
                <>
                  <b>
                    <PageLink to={`/admin/bots/${row.id}`}>{row.name}</PageLink>
                  </b>
                  <small>{t(`bots.g.${row.group}`) /* i18n: bots.g.* */}</small>
                </>
              ),
            },
            {
              key: "state",
              head: t("bots.status"),
              cell: (row) => (
                <Pill tone={TONES[row.state] ?? "quiet"}>{t(`bots.s.${row.state}`) /* i18n: bots.s.* */}</Pill>
              ),
            },
            { key: "language", head: t("bots.language"), className: "wide", cell: (row) => names.of(row.language) },
            {
              key: "client",
              head: t("bots.client"),
              className: "wide",
              cell: (row) => row.client?.name ?? f.number(null),
            },
            {
              key: "sessions",
              head: t("bots.sessions"),
              numeric: true,
              cell: (row) => (
                <PageLink
                  to={`/reports/conversations?bot=${row.id}`}
                  aria-label={`${t("bots.openSessions", { name: row.name })}: ${f.number(row.sessions_28d)}`}
                >
                  {f.number(row.sessions_28d)}
                </PageLink>
              ),
            },
          ]}
        />
      </Card>
      <Pagination
        page={data.page}
        per={data.per}
        total={data.total}
        previous={data.previous && here({ page: data.previous })}
        next={data.next && here({ page: data.next })}
        to={(page) => here({ page })}
      />
    </>
  );
}

/** None at all, or none of that name. */
function Nothing({ q }: { q: string }) {
  const t = useText();
  return q ? (
    <Empty
      icon="filter"
      title={t("bots.noneTitle", { q })}
      actions={<LinkButton to="/admin/bots">{t("bots.showAll")}</LinkButton>}
    />
  ) : (
    <Empty icon="bot" title={t("bots.emptyTitle")}>
      {t("bots.emptyText")}
    </Empty>
  );
}
