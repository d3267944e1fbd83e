/** The list of bots: any view of it is its address, dialogs included. */
import { Can, Card, Empty, LinkButton, Notice, PageHead, Trouble, useCan } from "../../../components";
import { HiddenValues } from "../../../components/fields/HiddenValues";
import { ChoiceMenu } from "../../../components/ChoiceMenu";
import { Pagination } from "../../../components/Pagination";
import { SearchForm } from "../../../components/fields/SearchForm";
import { useFormat, useText } from "../../../lib/i18n";
import { later, PageLink, type PageRef, useGetForm, usePage, type Values } from "../../../page";
import { path } from "../../../lib/path";
import { useMoves } from "../layout/moves";
import { botsApi } from "./api";
import { botListApi } from "./listApi";
import { listOf, type botsGrammar } from "./query";
import { BOT_GROUPS, BOT_LANGUAGES, LISTED_STATES, type BotPage, type BotsChannels, type Paused, SORTS } from "./types";
import "./bots.css";
import { BOT_CHANNELS } from "../../../lib/channels";

const BotTable = later(() => import("./BotTable"), "BotTable");
const ChannelKey = later(() => import("./Channels"), "ChannelKey");
const BotDialog = later(() => import("../layout/BotDialogs"), "BotDialog");
const PauseMany = later(() => import("./PauseMany"), "PauseMany");
const CLOSED = { do: undefined, who: undefined };
const FIRST = { page: undefined, ...CLOSED };

/** Whether something narrows the list. */
const hasFilters = ({ q, state, group, channel, language, owner }: Values<typeof botsGrammar>) =>
  Boolean(q || state || group || channel || language || owner);

/** The page in each of its states. */
export default function BotsPage() {
  const t = useText();
  const f = useFormat();
  const { query, form } = usePage<typeof botsGrammar>();
  const bots = botsApi.useBotsQuery(listOf(query));
  const can = useCan();
  const channels = botListApi.useBotsChannelsQuery(listOf(query), { skip: !can("read", "Deployment") }).data;
  const { data } = bots;
  const isFiltered = hasFilters(query);
  return (
    <>
      <PageHead
        title={t("bots.title")}
        lead={
          data &&
          [t("bots.count", { n: data.total }), channels?.attention && t("bots.attention", { n: channels.attention })]
            .filter(Boolean)
            .join(f.comma)
        }
        actions={
          <>
            <Can I="read" a="Import">
              <LinkButton to="/admin/import" icon="upload">
                {t("bots.import")}
              </LinkButton>
            </Can>
            <Can I="create" a="Bot">
              <LinkButton to="/admin/bots/new" icon="plus" variant="primary">
                {t("bots.new")}
              </LinkButton>
            </Can>
          </>
        }
      />
      <div className="stack">
        <Trouble of={bots} />
        <PauseResult />
        {channels?.refused.map((account) => (
          <Refused key={account.id} account={account} />
        ))}
        {form && !form.answer && !query.do && (
          <Notice tone={form.problem.code === "stale" ? "warn" : "bad"} focus title={t("bot.notDone")}>
            {form.problem.code === "stale" ? t("bot.stale") : form.problem.detail}
          </Notice>
        )}
        {data && (data.total > 0 || isFiltered) && <Filters />}
        {data &&
          (data.items.length > 0 ? <List data={data} channels={channels} busy={bots.isFetching} /> : <Nothing />)}
      </div>
      {data && <Above data={data} />}
    </>
  );
}

/** What pausing several has come to. */
function PauseResult() {
  const t = useText();
  const { form } = usePage();
  const paused = form?.answer as Paused | undefined;
  if (!paused) return null;
  return (
    <Notice tone={paused.refused.length > 0 ? "warn" : "good"} focus title={t("bots.paused", { n: paused.ids.length })}>
      {paused.refused.map((refusal) => (
        <span key={refusal.id} className="block">
          <bdi>{refusal.name}</bdi>: {refusal.message}
        </span>
      ))}
    </Notice>
  );
}

/** An account that its provider refuses, and the way to its credentials. */
function Refused({ account }: { account: BotsChannels["refused"][number] }) {
  const t = useText();
  const f = useFormat();
  const channel = t(`channel.${account.channel}`); // i18n: channel.*
  const title = `\u2068${account.bot_name}\u2069${f.comma}${channel}`;
  return (
    <Notice
      tone="bad"
      title={title}
      actions={
        <PageLink to={path(`/admin/bots/${account.bot_id}/channels`, { account: account.id })}>
          {t("bots.newCredentials")}
        </PageLink>
      }
    >
      {t("bots.refused", { account: `\u2066${account.account}\u2069` })}{" "}
      {account.last_error_at && t("bots.refusedAt", { at: f.dateTime(account.last_error_at) })}
    </Notice>
  );
}

/** Words, state, group, channel, language, owner and order. */
function Filters() {
  const t = useText();
  const { query, here, session } = usePage<typeof botsGrammar>();
  const submit = useGetForm();
  const can = useCan();
  const owners = botListApi.useBotOwnersQuery().data?.items ?? [];
  const names = new Intl.DisplayNames(session.locale, { type: "language" });
  const currentQuery = {
    state: query.state,
    group: query.group,
    channel: query.channel,
    language: query.language,
    owner: query.owner,
    sort: query.sort === "name" ? "" : query.sort,
    per: query.per === "10" ? "" : query.per,
  };
  const choice = (
    name: "state" | "group" | "channel" | "language" | "owner",
    options: readonly (readonly [value: string, label: string])[],
  ) => (
    <ChoiceMenu
      label={t(`bots.by.${name}`) /* i18n: bots.by.* */}
      value={query[name]}
      all={t("bots.all")}
      options={options}
      to={(value) => here({ ...FIRST, [name]: value })}
    />
  );
  return (
    <div className="bl-tools">
      <SearchForm label={t("bots.search")} action="/admin/bots" value={query.q} maxLength={60} onSubmit={submit}>
        <HiddenValues values={currentQuery} />
      </SearchForm>
      {choice(
        "state",
        LISTED_STATES.map((state) => [state, t(`bot.s.${state}`) /* i18n: bot.s.* */]),
      )}
      {choice(
        "group",
        BOT_GROUPS.map((group) => [group, t(`bot.g.${group}`) /* i18n: bot.g.* */]),
      )}
      {can("read", "Deployment") &&
        choice(
          "channel",
          BOT_CHANNELS.map((channel) => [channel, t(`channel.${channel}`) /* i18n: channel.* */]),
        )}
      {choice(
        "language",
        BOT_LANGUAGES.map((language) => [language, names.of(language) ?? language]),
      )}
      {(owners.length > 1 || query.owner) &&
        choice(
          "owner",
          owners.map(({ id, full_name }) => [id, full_name]),
        )}
      <ChoiceMenu
        label={t("bots.order")}
        value={query.sort}
        options={SORTS.map((sort) => [sort, t(`bots.o.${sort}`) /* i18n: bots.o.* */])}
        to={(sort) => here({ ...FIRST, sort })}
      />
    </div>
  );
}

/** The rows, the other pages, and as of when the figures are. */
function List({ data, channels, busy }: { data: BotPage; channels: BotsChannels | undefined; busy: boolean }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof botsGrammar>();
  const health = botListApi.useBotsHealthQuery(listOf(query)).data;
  const place = (page: PageRef) => here({ page, ...CLOSED });
  return (
    <>
      <Card flush className="bl">
        <BotTable rows={data.items} health={health} channels={channels} busy={busy} />
      </Card>
      <div className="bl-foot">
        <Pagination of={data} to={place} />
        {channels && <ChannelKey />}
        {health?.as_of && <span className="quiet small">{t("bots.asOf", { time: f.dateTime(health.as_of) })}</span>}
      </div>
    </>
  );
}

/** The dialog that is open, about one bot of the page or several. */
function Above({ data }: { data: BotPage }) {
  const { query, form, here } = usePage<typeof botsGrammar>();
  const may = useMoves();
  const chosen = data.items.filter((bot) => query.who.includes(bot.id));
  const to = here(CLOSED);
  if (!query.do || form?.answer || chosen.length === 0) return null;
  if (query.do === "pause" && query.who.length > 1) return <PauseMany bots={chosen} here={here()} to={to} />;
  const [bot] = chosen;
  return bot && may(bot)[query.do] ? (
    <BotDialog key={`${query.do}${bot.id}`} what={query.do} bot={bot} here={here()} to={to} />
  ) : null;
}

/** None at all, or none that fits. */
function Nothing() {
  const t = useText();
  const { query } = usePage<typeof botsGrammar>();
  if (hasFilters(query))
    return (
      <Empty
        icon="filter"
        title={query.q ? t("bots.noneTitle", { q: query.q }) : t("bots.noneFit")}
        actions={<LinkButton to="/admin/bots">{t("bots.showAll")}</LinkButton>}
      />
    );
  return (
    <Empty
      icon="bot"
      title={t("bots.emptyTitle")}
      actions={
        <Can I="create" a="Bot">
          <PageLink className="button primary" to="/admin/bots/new">
            {t("bots.new")}
          </PageLink>
        </Can>
      }
    >
      {t("bots.emptyText")}
    </Empty>
  );
}
