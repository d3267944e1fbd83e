import { ActionForm, Icon } from "../../../components";
import { useText } from "../../../lib/i18n";
import { doneOf, usePage } from "../../../page";
import type { Article } from "./api";
import { placeOf } from "./places";

/** Asks whether an article was helpful; on a page kept for everybody it is a link to where that can be said. */
export function Helpful({ article, page }: { article: Article; page: string }) {
  const t = useText();
  const { session, url, form } = usePage();
  const { votes, category, slug } = article;
  if (!votes) return null;
  const total = votes.helpful + votes.unhelpful;
  const call = `/api/v1/knowledge-base/${encodeURIComponent(category.slug)}/${encodeURIComponent(slug)}/votes`;
  return (
    <section className="helpful" id="helpful" aria-labelledby="helpful-title">
      <div>
        <h2 id="helpful-title">{t("knowledge.helpful")}</h2>
        <p className="small quiet" role="status">
          {form
            ? form.problem.status === 429
              ? t("knowledge.tooMany")
              : form.problem.detail
            : doneOf(url) === "voted"
              ? t("knowledge.thanks")
              : ""}{" "}
          {total > 0 && t("knowledge.counted", { yes: votes.helpful, n: total })}
        </p>
      </div>
      {session.csrf ? (
        <ActionForm call={call} page={page} done="voted" className="row">
          <button className="button" name="helpful" value="true">
            <Icon name="thumbs-up" size={16} />
            {t("knowledge.yes")}
          </button>
          <button className="button" name="helpful" value="false">
            {t("knowledge.no")}
          </button>
        </ActionForm>
      ) : (
        <p className="row">
          <a
            className="button"
            href={`${placeOf(category.slug, slug)}/feedback${session.locale === "en" ? "" : `?hl=${session.locale}`}`}
            rel="nofollow"
          >
            {t("knowledge.say")}
          </a>
        </p>
      )}
    </section>
  );
}
