import { Empty, Icon, PageLink } from "../../../components";
import { EditLink } from "../../../components/content/EditLink";
import { SearchForm } from "../../../components/fields/SearchForm";
import { Text, useText } from "../../../lib/i18n";
import { useGetForm, usePage } from "../../../page";
import { knowledgeApi } from "./api";
import { EDITING, HOME, iconOf, placeOf } from "./places";
import type { knowledgeQuery } from "./query";
import "../../../components/content/content.css";
import "../../../styles/faq.css";

/** The categories as tiles, or the questions that have the words looked for. */
export default function HomePage() {
  const t = useText();
  const { query, session } = usePage<typeof knowledgeQuery>();
  const { data: categories = [] } = knowledgeApi.useQuestionsQuery({ category: "", q: query.q, hl: session.locale });
  const { data: tiles = [] } = knowledgeApi.useTilesQuery(session.locale);
  const submit = useGetForm();
  const total = categories.reduce((sum, { questions }) => sum + questions.length, 0);
  const slugOf = (id: number) => tiles.find((tile) => tile.id === id)?.category ?? "";
  return (
    <>
      <div className="hero">
        <div className="wide">
          <div className="hero-text">
            <h1>{t("knowledge.heading")}</h1>
            <p>
              {query.q ? (
                <Text id="knowledge.found" count={total} values={{ q: <strong>{query.q}</strong> }} />
              ) : (
                t("knowledge.lead", { n: total })
              )}
            </p>
            <SearchForm
              label={t("knowledge.search")}
              hint={t("knowledge.try")}
              action={HOME}
              value={query.q}
              button={t("knowledge.search")}
              onSubmit={submit}
            >
              {session.locale !== "en" && <input type="hidden" name="hl" value={session.locale} />}
            </SearchForm>
            <EditLink to={EDITING}>{t("knowledge.editing")}</EditLink>
          </div>
        </div>
      </div>
      <div className="wide content">
        {query.q === "" ? (
          <ul className="tiles">
            {tiles.map((tile) => (
              <li key={tile.id}>
                <Icon name={iconOf(tile.category)} size={22} />
                <h2>
                  <PageLink to={placeOf(tile.category)}>{tile.title}</PageLink>
                </h2>
                <p>{tile.desc}</p>
                <p className="small quiet">
                  {t("knowledge.articles", { n: categories.find(({ id }) => id === tile.id)?.questions.length ?? 0 })}
                </p>
              </li>
            ))}
          </ul>
        ) : total === 0 ? (
          <Empty
            icon="search"
            title={t("knowledge.none")}
            actions={
              <PageLink className="button" to={HOME}>
                {t("knowledge.all")}
              </PageLink>
            }
          >
            {t("knowledge.noneBody")}
          </Empty>
        ) : (
          categories.map(({ id, title, questions }) => (
            <section key={id} className="found">
              <h2>{title}</h2>
              <ul className="asked">
                {questions.map((question) => (
                  <li key={question.id}>
                    <PageLink to={placeOf(slugOf(id), question.slug)}>
                      <span dir="auto">{question.question}</span>
                      <Icon name="chevron-right" size={16} className="mirror" />
                    </PageLink>
                  </li>
                ))}
              </ul>
            </section>
          ))
        )}
      </div>
    </>
  );
}
