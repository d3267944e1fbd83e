/** The list's filters: search as a GET form, choices as links, what narrows as chips with a way out. */
import { Chip, FilterMenu, Icon, MenuLink } from "../../components";
import { useFormat, useText } from "../../lib/i18n";
import { PageLink, useGetForm, usePage } from "../../page";
import { activeFilters } from "./filters";
import type { listGrammar } from "./pages";
import { GROUPS, OUTCOMES, PRESETS, type ConversationPage } from "./types";

/** Every change of a filter starts again at the first page. */
const FIRST = { page: undefined, cursor: undefined };

/** Put in when absent, take out when present. */
function toggled(list: readonly string[], value: string): string[] {
  return list.includes(value) ? list.filter((item) => item !== value) : [...list, value];
}

/** Search, range, group, outcome, channel and bot, then the chips. */
export function ListFilters({ data }: { data: ConversationPage }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof listGrammar>();
  const active = activeFilters(query, data.options, t, f);
  const all = t("conversations.any");
  return (
    <div className="lf">
      <SearchForm />
      <RangeMenu data={data} />
      <FilterMenu label={t("conversations.group")} value={query.grp === "overall" ? all : t(`conversations.g.${query.grp}`)} name="filter">
        {GROUPS.map((group) => (
          <MenuLink key={group} to={here({ ...FIRST, grp: group })} current={query.grp === group}>
            {t(`conversations.g.${group}`) /* i18n: conversations.g.* */}
          </MenuLink>
        ))}
      </FilterMenu>
      <FilterMenu label={t("conversations.outcome")} value={query.outcome.length ? f.number(query.outcome.length) : all} name="filter">
        {OUTCOMES.map((outcome) => (
          <MenuLink key={outcome} to={here({ ...FIRST, outcome: toggled(query.outcome, outcome) })} current={query.outcome.includes(outcome)}>
            {t(`conversations.o.${outcome}`) /* i18n: conversations.o.* */}
          </MenuLink>
        ))}
      </FilterMenu>
      <FilterMenu label={t("conversations.channel")} value={query.ch.length ? f.number(query.ch.length) : all} name="filter">
        {data.options.channels.map((channel) => (
          <MenuLink key={channel} to={here({ ...FIRST, ch: toggled(query.ch, channel) })} current={query.ch.includes(channel)}>
            {t(`conversations.ch.${channel}`) /* i18n: conversations.ch.* */}
          </MenuLink>
        ))}
      </FilterMenu>
      <FilterMenu label={t("conversations.bot")} value={query.bot.length ? f.number(query.bot.length) : all} name="filter">
        {data.options.bots.map((bot) => (
          <MenuLink key={bot.id} to={here({ ...FIRST, bot: toggled(query.bot, bot.id) })} current={query.bot.includes(bot.id)}>
            {bot.name}
          </MenuLink>
        ))}
      </FilterMenu>
      {active.map(({ key, label, value }) => (
        <Chip key={key} label={label} value={value} removeTo={here({ ...FIRST, [key]: undefined })} />
      ))}
      {active.length > 0 && (
        <PageLink className="cl" to={here({ r: query.r, sort: query.sort, per: query.per }, { reset: true })}>
          {t("conversations.clear")}
        </PageLink>
      )}
    </div>
  );
}

/** The other query keys as hidden fields, so that a GET form keeps them. */
function Kept({ without }: { without: "q" | "r" }) {
  const { here } = usePage<typeof listGrammar>();
  const kept = new URLSearchParams(here({ ...FIRST, [without]: undefined }).split("?")[1] ?? "");
  return [...kept].map(([key, value]) => <input key={key} type="hidden" name={key} value={value} />);
}

/** Words in the conversation. */
function SearchForm() {
  const t = useText();
  const submit = useGetForm();
  const { query } = usePage<typeof listGrammar>();
  return (
    <form className="sf" role="search" action="/reports/conversations" method="get" onSubmit={submit}>
      <Kept without="q" />
      <Icon name="search" size={16} />
      <input key={query.q} type="search" name="q" defaultValue={query.q} maxLength={200} placeholder={t("conversations.search")} aria-label={t("conversations.search")} />
      <button type="submit" className="sr">
        {t("conversations.searchDo")}
      </button>
    </form>
  );
}

/** When the conversations began. */
function RangeMenu({ data }: { data: ConversationPage }) {
  const t = useText();
  const submit = useGetForm();
  const f = useFormat();
  const { query, here } = usePage<typeof listGrammar>();
  const custom = query.r.includes("..");
  return (
    <FilterMenu label={t("conversations.started")} value={custom ? f.range(data.range.from, data.range.to) : t(`conversations.r.${query.r}`) /* i18n: conversations.r.* */} name="filter">
      {PRESETS.map((preset) => (
        <MenuLink key={preset} to={here({ ...FIRST, r: preset })} current={query.r === preset}>
          {t(`conversations.r.${preset}`)}
        </MenuLink>
      ))}
      <form className="fd" action="/reports/conversations" method="get" onSubmit={submit}>
        <Kept without="r" />
        <label>
          {t("conversations.from")}
          <input type="date" name="r" defaultValue={data.range.from} required />
        </label>
        <label>
          {t("conversations.to")}
          <input type="date" name="r" defaultValue={data.range.to} required />
        </label>
        <button className="button" type="submit">
          {t("conversations.apply")}
        </button>
      </form>
    </FilterMenu>
  );
}
