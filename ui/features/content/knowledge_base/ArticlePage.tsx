import { PageLink } from "../../../components";
import { Crumbs } from "../../../components/content/Crumbs";
import { EditLink } from "../../../components/content/EditLink";
import { Prose } from "../../../components/content/Prose";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { knowledgeApi } from "./api";
import { Helpful } from "./Helpful";
import { wayTo } from "./query";
import { EDITING, placeOf } from "./places";

/** One article, the others of its category beside it, and whether it helped. */
export default function ArticlePage() {
  const t = useText();
  const f = useFormat();
  const { params, session, here } = usePage<Record<never, never>, "category" | "question">();
  const { data } = knowledgeApi.useArticleQuery({
    category: params.category,
    slug: params.question,
    hl: session.locale,
  });
  if (!data) return null;
  return (
    <div className="wide content with-aside">
      <article>
        <Crumbs steps={wayTo(t("knowledge.title"), data.category, data)} />
        <h1 dir="auto">{data.title}</h1>
        <p className="small quiet">{t("knowledge.updated", { date: f.date(data.updated_at) })}</p>
        {data.id && (
          <EditLink to={`${EDITING}/${data.id}`} size="s">
            {t("knowledge.edit")}
          </EditLink>
        )}
        <Prose html={data.content} />
        <Helpful article={data} page={here()} />
      </article>
      <aside aria-labelledby="related">
        <h2 id="related">{t("knowledge.related")}</h2>
        <ul className="asked">
          {data.related.map((article) => (
            <li key={article.slug}>
              <PageLink to={placeOf(data.category.slug, article.slug)}>
                <span dir="auto">{article.title}</span>
              </PageLink>
            </li>
          ))}
        </ul>
      </aside>
    </div>
  );
}
