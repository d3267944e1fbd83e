/** One code list: its entries in their order, found by words, and what can be done to them. */
import { Can, Empty, LinkButton, Notice, PageHead, PageLink, Pill, useCan } from "../../components";
import { HiddenValues } from "../../components/fields/HiddenValues";
import { ChoiceMenu } from "../../components/ChoiceMenu";
import { PagedList } from "../../components/lists/PagedList";
import { SearchForm } from "../../components/fields/SearchForm";
import { SortableList } from "../../components/lists/SortableList";
import { toasts } from "../../components/toasts/list";
import { useFormat, useText } from "../../lib/i18n";
import { languageName } from "../../lib/languageName";
import { later, useGetForm, usePage } from "../../page";
import { listCall, referenceApi } from "./api";
import { Around } from "./Around";
import { listArgs, type listGrammar } from "./query";
import { FIRST, STATES, type Entry, type EntryPage, type ListName } from "./types";
import { nameOf, useOwners } from "./words";
import "./reference.css";

const EntrySheet = later(() => import("./EntrySheet"), "EntrySheet");
const ImportCard = later(() => import("./ImportCard"), "ImportCard");
const CLOSED = { do: undefined, entry: undefined };
const TOP = { page: undefined, ...CLOSED };

/** The page. */
export default function ListPage() {
  const t = useText();
  const { params, query, here } = usePage<typeof listGrammar, "list">();
  const list = params.list as ListName;
  const result = referenceApi.useEntriesQuery(listArgs(list, query));
  const { data } = result;
  const can = useCan();
  const isOwn = data?.kept_at === "";
  const isNarrowed = Boolean(query.q || query.state || query.of);
  return (
    <>
      <PageHead
        title={t(`reference.list.${list}`)}
        lead={t(`reference.about.${list}`)}
        back={{ to: "/admin/reference", label: t("reference.title") }}
        actions={data && <Actions isOwn={isOwn} list={list} />}
      />
      <Around>
        <div className="stack">
          {data && !isOwn && (
            <Notice actions={<LinkButton to={data.kept_at}>{t("reference.openSource")}</LinkButton>}>
              {t(`reference.kept.${list}`) /* i18n: reference.kept.* */}
            </Notice>
          )}
          {isOwn && query.do === "import" && can("update", "Reference") && <ImportCard list={list} to={here(CLOSED)} />}
          <Filters list={list} />
          <PagedList
            of={result}
            to={(page) => here({ ...CLOSED, page })}
            empty={
              <Empty
                icon="book-open"
                title={t(isNarrowed ? "reference.noneFit" : "reference.none")}
                actions={
                  isNarrowed && (
                    <LinkButton to={here({ ...TOP, q: undefined, state: undefined, of: undefined })}>
                      {t("reference.showAll")}
                    </LinkButton>
                  )
                }
              >
                {t(isNarrowed ? "reference.noneFitText" : isOwn ? "reference.noneText" : "reference.noneThere")}
              </Empty>
            }
          >
            {(data) => <Rows page={data} list={list} isSorted={isOwn && !isNarrowed && can("update", "Reference")} />}
          </PagedList>
        </div>
      </Around>
      {isOwn && <EntrySheet list={list} to={here(CLOSED)} />}
    </>
  );
}

/** Adding, importing, exporting. */
function Actions({ isOwn, list }: { isOwn: boolean; list: ListName }) {
  const t = useText();
  const { here } = usePage<typeof listGrammar>();
  return (
    <>
      <LinkButton to={`${listCall(list)}/file`} download icon="download">
        {t("reference.export")}
      </LinkButton>
      {isOwn && (
        <>
          <Can I="update" a="Reference">
            <LinkButton to={here({ do: "import", entry: undefined })} icon="upload">
              {t("reference.import")}
            </LinkButton>
          </Can>
          <Can I="create" a="Reference">
            <LinkButton to={here({ do: "new", entry: undefined })} variant="primary" icon="plus">
              {t("reference.new")}
            </LinkButton>
          </Can>
        </>
      )}
    </>
  );
}

/** Words, state, and what entries belong to. */
function Filters({ list }: { list: ListName }) {
  const t = useText();
  const { query, here } = usePage<typeof listGrammar>();
  const submit = useGetForm();
  const owners = useOwners(list);
  return (
    <div className="rf-tools">
      <SearchForm label={t("reference.search")} action={`/admin/reference/${list}`} value={query.q} onSubmit={submit}>
        <HiddenValues values={{ state: query.state, of: query.of }} />
      </SearchForm>
      <ChoiceMenu
        label={t("reference.state")}
        value={query.state}
        all={t("reference.all")}
        options={STATES.map((state) => [state, t(`reference.s.${state}`) /* i18n: reference.s.* */])}
        to={(state) => here({ ...TOP, state })}
      />
      {owners.length > 0 && (
        <ChoiceMenu
          label={t(`reference.of.${list}`)}
          value={query.of}
          all={t("reference.all")}
          options={owners.map(({ value, label }) => [value, label])}
          to={(of) => here({ ...TOP, of })}
        />
      )}
    </div>
  );
}

/** The entries; in their own order they can be moved. */
function Rows({ page, list, isSorted }: { page: EntryPage; list: ListName; isSorted: boolean }) {
  const t = useText();
  const { session, query, here } = usePage<typeof listGrammar>();
  const [send] = referenceApi.useOrderEntriesMutation();
  const sort = async (order: string[]) => {
    const { error } = await send({ order, looked: listArgs(list, query) });
    if (error) toasts.show({ tone: "bad", text: t("reference.unordered") });
  };
  const label = t(`reference.list.${list}`);
  const head = (
    <div className="rf-head" aria-hidden="true">
      <span>{t("reference.code")}</span>
      {FIRST.map((code) => (
        <span key={code}>{languageName(code, session.locale)}</span>
      ))}
      <span>{t("reference.validity")}</span>
      <span className="num">{t("reference.used")}</span>
      <span>{t("reference.state")}</span>
    </div>
  );
  if (!isSorted)
    return (
      <div className="rf-table">
        {head}
        <ul className="sortable" aria-label={label}>
          {page.items.map((entry) => (
            <li key={entry.id ?? entry.code}>
              <div className="sortable-body">
                <Row entry={entry} list={list} />
              </div>
            </li>
          ))}
        </ul>
      </div>
    );
  return (
    <div className="rf-table sorted">
      {head}
      <SortableList
        label={label}
        items={page.items.map((entry) => ({
          id: entry.id!,
          name: nameOf(entry, session.locale),
          body: <Row entry={entry} list={list} />,
        }))}
        form={{ call: `${listCall(list)}/order`, page: here(CLOSED), done: "ordered" }}
        onSort={(order) => void sort(order)}
      />
    </div>
  );
}

/** One entry: code, names side by side, validity, uses and state. */
function Row({ entry, list }: { entry: Entry; list: ListName }) {
  const t = useText();
  const f = useFormat();
  const { session, here } = usePage<typeof listGrammar>();
  const owners = useOwners(list);
  const owner = owners.find(({ value }) => value === entry.belongs_to)?.label ?? entry.belongs_to;
  const code = <code dir="ltr">{entry.code}</code>;
  return (
    <div className={entry.active ? "rf-row" : "rf-row off"}>
      <span className="rf-code">
        {entry.id ? (
          <PageLink
            to={here({ do: "edit", entry: entry.id })}
            aria-label={`${nameOf(entry, session.locale)} ${entry.code}`}
          >
            {code}
          </PageLink>
        ) : (
          <PageLink to={entry.url}>{code}</PageLink>
        )}
        {owner && <small className="quiet">{owner}</small>}
      </span>
      {FIRST.map((language) => (
        <span key={language} className="rf-label" data-name={language}>
          {entry.labels[language] ? <bdi lang={language}>{entry.labels[language]}</bdi> : <i className="quiet">—</i>}
        </span>
      ))}
      <span className="small quiet rf-valid">
        {entry.valid_from && t("reference.fromDay", { day: f.date(entry.valid_from) })}{" "}
        {entry.valid_to && t("reference.toDay", { day: f.date(entry.valid_to) })}
      </span>
      <span className={entry.used > 0 ? "num rf-used" : "num rf-used nil"}>
        {entry.used > 0 && entry.id ? (
          <PageLink to={here({ do: "uses", entry: entry.id })}>
            <span aria-hidden>{f.number(entry.used)}</span>
            <span className="sr">{t("reference.usedTimes", { n: entry.used })}</span>
          </PageLink>
        ) : (
          f.number(entry.used)
        )}
      </span>
      <span>
        <Pill tone={entry.active ? "good" : "quiet"}>{t(`reference.s.${entry.active ? "active" : "inactive"}`)}</Pill>
      </span>
    </div>
  );
}
