/** Everything a search has found: a few of each group, or one group page by page. */
import { Card, Empty, Icon, PageHead, PageLink, Trouble, type IconName } from "../../components";
import { SearchForm } from "../../components/fields/SearchForm";
import { Highlight } from "../../components/Highlight";
import { useFormat, useText } from "../../lib/i18n";
import { useGetForm, usePage } from "../../page";
import { searchApi, type Found, type Hit } from "./api";
import type { searchGrammar } from "./query";
import "../../components/lists/hits.css";
import "./search.css";

const ICONS: Readonly<Record<string, IconName>> = {
  pages: "arrow-right",
  bots: "bot",
  conversations: "messages-square",
  clients: "building",
  outlets: "building",
  vehicles: "car",
  customers: "user",
  reference: "book-open",
  people: "users",
  help: "circle-help",
};

/** The page in each of its states. */
export default function SearchPage() {
  const t = useText();
  const { query, here } = usePage<typeof searchGrammar>();
  const result = searchApi.useSearchQuery(query);
  const groups = (result.data?.groups ?? []).filter((group) => group.total > 0);
  return (
    <>
      <PageHead
        title={query.q ? t("search.for", { q: `\u2068${query.q}\u2069` }) : t("search.title")}
        {...(query.group && { back: { to: here({ group: "", page: 1 }), label: t("search.everything") } })}
      />
      <Form />
      <div className="stack found">
        <Trouble of={result} />
        {groups.map((group) => (
          <Group key={group.id} group={group} />
        ))}
        {result.data && groups.length === 0 && (
          <Empty
            icon="search"
            title={t(query.q ? "search.noneTitle" : "search.startTitle", { q: `\u2068${query.q}\u2069` })}
          >
            {t(query.q ? "search.noneText" : "search.startText")}
          </Empty>
        )}
      </div>
    </>
  );
}

/** The words, in a form that is there whatever the width. */
function Form() {
  const t = useText();
  const submit = useGetForm();
  const { query } = usePage<typeof searchGrammar>();
  return (
    <SearchForm
      label={t("search.words")}
      hint={t("search.try")}
      action="/search"
      value={query.q}
      maxLength={100}
      onSubmit={submit}
    />
  );
}

/** One group: how many, some of them, and the way to the others. */
function Group({ group }: { group: Found }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof searchGrammar>();
  const count = `${f.number(group.total)}${group.more ? "+" : ""}`;
  const beyond = group.more && group.id === "conversations" && group.next === null;
  return (
    <Card
      flush
      title={t(`common.search.${group.id}`) /* i18n: common.search.* */}
      lead={count}
      aside={
        !query.group &&
        group.total > group.hits.length && (
          <PageLink to={here({ group: group.id as (typeof query)["group"], page: 1 })}>
            {t("common.search.all", { n: count })}
          </PageLink>
        )
      }
      foot={
        beyond && query.group ? (
          <PageLink to={`/reports/conversations?r=all&q=${encodeURIComponent(query.q)}`}>{t("search.older")}</PageLink>
        ) : undefined
      }
    >
      <ul className="hits">
        {group.hits.map((hit) => (
          <li key={hit.id}>
            <Line hit={hit} group={group.id} />
          </li>
        ))}
      </ul>
      {(group.next !== null || group.previous !== null) && (
        <nav className="pagination" aria-label={t("common.pages")}>
          <span className="quiet small">{t("search.page", { n: query.page })}</span>
          <ul>
            <li>
              {group.previous !== null ? (
                <PageLink rel="prev" to={here({ page: group.previous })}>
                  {t("common.previous")}
                </PageLink>
              ) : (
                <span aria-disabled="true">{t("common.previous")}</span>
              )}
            </li>
            <li>
              {group.next !== null ? (
                <PageLink rel="next" to={here({ page: group.next })}>
                  {t("common.next")}
                </PageLink>
              ) : (
                <span aria-disabled="true">{t("common.next")}</span>
              )}
            </li>
          </ul>
        </nav>
      )}
    </Card>
  );
}

/** One thing found: what it is called, what of it was looked for, and when it was. */
function Line({ hit, group }: { hit: Hit; group: string }) {
  const t = useText();
  const f = useFormat();
  return (
    <PageLink to={hit.url}>
      <Icon name={(hit.icon || ICONS[group] || "arrow-right") as IconName} size={16} />
      <span className="hit">
        <span>{hit.title.length > 0 ? <Highlight parts={hit.title} /> : t("common.search.nameless")}</span>
        {hit.detail.length > 0 && (
          <small>
            <Highlight parts={hit.detail} />
          </small>
        )}
      </span>
      {hit.at && (
        <time className="quiet small" dateTime={hit.at}>
          {f.date(hit.at)}
        </time>
      )}
    </PageLink>
  );
}
