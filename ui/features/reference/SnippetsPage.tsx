/** Text snippets: what bots say by a key, in each language, and where. */
import { Can, Empty, LinkButton, PageHead, PageLink } from "../../components";
import { PagedList } from "../../components/lists/PagedList";
import { SearchForm } from "../../components/fields/SearchForm";
import { useFormat, useText } from "../../lib/i18n";
import { languageName } from "../../lib/languageName";
import { later, useGetForm, usePage } from "../../page";
import { referenceApi } from "./api";
import { Around } from "./Around";
import { listParameters, type snippetsGrammar } from "./query";
import type { Snippet } from "./types";
import "./reference.css";

const SnippetSheet = later(() => import("./SnippetSheet"), "SnippetSheet");
const CLOSED = { do: undefined, snippet: undefined };

/** The page. */
export default function SnippetsPage() {
  const t = useText();
  const { query, here } = usePage<typeof snippetsGrammar>();
  const submit = useGetForm();
  const result = referenceApi.useSnippetsQuery(listParameters(query));
  const add = (
    <Can I="create" a="Reference">
      <LinkButton to={here({ do: "new", snippet: undefined })} variant="primary" icon="plus">
        {t("reference.newSnippet")}
      </LinkButton>
    </Can>
  );
  return (
    <>
      <PageHead
        title={t("reference.snippets")}
        lead={t("reference.about.snippets")}
        back={{ to: "/admin/reference", label: t("reference.title") }}
        actions={add}
      />
      <Around>
        <div className="stack">
          <div className="rf-tools">
            <SearchForm
              label={t("reference.findSnippet")}
              action="/admin/reference/snippets"
              value={query.q}
              onSubmit={submit}
            />
          </div>
          <PagedList
            of={result}
            to={(page) => here({ ...CLOSED, page })}
            empty={
              <Empty
                icon="file-text"
                title={t(query.q ? "reference.noSnippetFits" : "reference.noSnippets")}
                actions={
                  query.q ? (
                    <LinkButton to={here({ ...CLOSED, q: undefined, page: undefined })}>
                      {t("reference.showAll")}
                    </LinkButton>
                  ) : (
                    add
                  )
                }
              >
                {t(query.q ? "reference.noSnippetFitsText" : "reference.noSnippetsText")}
              </Empty>
            }
          >
            {(data) => (
              <ul className="rf-snippets text-13">
                {data.items.map((item) => (
                  <Row key={item.id} snippet={item} />
                ))}
              </ul>
            )}
          </PagedList>
        </div>
      </Around>
      <SnippetSheet to={here(CLOSED)} />
    </>
  );
}

/** One snippet: how a flow names it, and what is said in each language. */
function Row({ snippet }: { snippet: Snippet }) {
  const t = useText();
  const f = useFormat();
  const { session, here } = usePage<typeof snippetsGrammar>();
  return (
    <li>
      <div className="rf-snippet-head">
        <PageLink to={here({ do: "edit", snippet: snippet.id })}>
          <code dir="ltr">{`{{snippet.${snippet.key}}}`}</code>
        </PageLink>
        {snippet.note && <span className="small quiet">{snippet.note}</span>}
        {snippet.used > 0 ? (
          <PageLink to={here({ do: "uses", snippet: snippet.id })} className="small">
            {t("reference.usedTimes", { n: snippet.used })}
          </PageLink>
        ) : (
          <span className="small quiet">{t("reference.unused")}</span>
        )}
      </div>
      <dl>
        {Object.entries(snippet.texts).map(([language, text]) => (
          <div key={language}>
            <dt>{languageName(language, session.locale)}</dt>
            <dd lang={language} dir="auto">
              {text}
            </dd>
          </div>
        ))}
      </dl>
      {snippet.variables.length > 0 && (
        <p className="small quiet">
          {t("reference.variables")} <code dir="ltr">{f.list(snippet.variables)}</code>
        </p>
      )}
    </li>
  );
}
