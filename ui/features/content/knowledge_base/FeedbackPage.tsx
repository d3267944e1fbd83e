import { Icon, PageLink } from "../../../components";
import { Crumbs } from "../../../components/content/Crumbs";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { knowledgeApi } from "./api";
import { Helpful } from "./Helpful";
import { wayTo } from "./query";
import { placeOf } from "./places";
import "../../../styles/parts.css";

/** Where a reader without an account says whether an article was helpful. */
export default function FeedbackPage() {
  const t = useText();
  const { params, session, here } = usePage<Record<never, never>, "category" | "question">();
  const { data } = knowledgeApi.useArticleQuery({
    category: params.category,
    slug: params.question,
    hl: session.locale,
  });
  if (!data) return null;
  const back = placeOf(data.category.slug, data.slug);
  return (
    <div className="wide content feedback">
      <Crumbs
        steps={[...wayTo(t("knowledge.title"), data.category, data), [t("knowledge.feedback"), `${back}/feedback`]]}
      />
      <h1 dir="auto">{data.title}</h1>
      <Helpful article={data} page={here()} />
      <p>
        <PageLink to={back}>
          <Icon name="arrow-left" size={16} /> {t("knowledge.back")}
        </PageLink>
      </p>
    </div>
  );
}
