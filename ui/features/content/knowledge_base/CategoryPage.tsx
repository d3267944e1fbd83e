import { Icon, PageLink } from "../../../components";
import { Crumbs } from "../../../components/content/Crumbs";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { knowledgeApi } from "./api";
import { wayTo } from "./query";
import { iconOf, placeOf } from "./places";
import "../../../components/lists/side-nav.css";

/** The questions of one category, beside the other categories. */
export default function CategoryPage() {
  const t = useText();
  const { params, session } = usePage<Record<never, never>, "category">();
  const { data: [category] = [] } = knowledgeApi.useQuestionsQuery({
    category: params.category,
    q: "",
    hl: session.locale,
  });
  const { data: tiles = [] } = knowledgeApi.useTilesQuery(session.locale);
  const tile = tiles.find((row) => row.category === params.category);
  if (!category || !tile) return null;
  return (
    <div className="wide content with-side">
      <nav className="side-nav" aria-label={t("knowledge.categories")}>
        {tiles.map((row) => (
          <PageLink key={row.id} to={placeOf(row.category)} aria-current={row === tile ? "page" : undefined}>
            <Icon name={iconOf(row.category)} />
            <span>{row.title}</span>
          </PageLink>
        ))}
      </nav>
      <div>
        <Crumbs steps={wayTo(t("knowledge.title"), { slug: tile.category, title: tile.title })} />
        <h1>{tile.title}</h1>
        <p className="lead">{tile.desc}</p>
        {category.questions.length === 0 && <p className="quiet">{t("knowledge.empty")}</p>}
        <ul className="asked">
          {category.questions.map((question) => (
            <li key={question.id}>
              <PageLink to={placeOf(tile.category, question.slug)}>
                <span dir="auto">{question.question}</span>
                <Icon name="chevron-right" size={16} className="mirror" />
              </PageLink>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
