import { Empty, Icon, PageLink } from "../../../components";
import { EditLink } from "../../../components/content/EditLink";
import { SearchForm } from "../../../components/fields/SearchForm";
import { Text, useText } from "../../../lib/i18n";
import { path } from "../../../lib/path";
import { useGetForm, usePage } from "../../../page";
import { faqApi, type Faq } from "./api";
import { CATEGORY_ICONS, EDITING } from "./places";
import type { faqQuery } from "./query";
import "../../../styles/faq.css";

const KEYS = Object.keys(CATEGORY_ICONS) as (keyof Faq)[];

/** Questions and answers, searched by a plain form. */
export default function FaqPage() {
  const t = useText();
  const { query, session } = usePage<typeof faqQuery>();
  const { data: faq = {} } = faqApi.useFaqQuery({ q: query.q, hl: session.locale });
  const submit = useGetForm();
  const sections = KEYS.flatMap((key) => (faq[key] ? [{ key, ...faq[key] }] : []));
  const elsewhere = path("/pages/knowledge-base", { q: query.q });
  const total = sections.reduce((sum, { qandA }) => sum + qandA.length, 0);
  return (
    <>
      <div className="hero">
        <div className="wide">
          <div className="hero-text">
            <h1>{t("faq.heading")}</h1>
            <p>
              {query.q ? (
                <Text id="faq.found" count={total} values={{ q: <strong>{query.q}</strong> }} />
              ) : (
                t("faq.lead", { n: total })
              )}
            </p>
            <SearchForm
              label={t("faq.search")}
              hint={t("faq.try")}
              action="/pages/faq"
              value={query.q}
              button={t("faq.search")}
              onSubmit={submit}
            >
              {session.locale !== "en" && <input type="hidden" name="hl" value={session.locale} />}
            </SearchForm>
            <EditLink to={EDITING}>{t("faq.editing")}</EditLink>
          </div>
        </div>
      </div>
      <div className="wide faq">
        {sections.length === 0 && query.q === "" ? (
          <Empty icon="circle-help" title={t("faq.empty")}>
            {t("faq.emptyBody")}
          </Empty>
        ) : sections.length === 0 ? (
          <Empty
            icon="search"
            title={t("faq.none")}
            actions={
              <>
                <PageLink className="button" to={elsewhere}>
                  {t("faq.elsewhere")}
                </PageLink>
                <PageLink className="button" to="/pages/faq">
                  {t("faq.all")}
                </PageLink>
              </>
            }
          >
            {t("faq.noneBody")}
          </Empty>
        ) : (
          <>
            <nav aria-label={t("faq.categories")}>
              {sections.map(({ key, title, qandA }) => (
                <a key={key} href={`#${key}`}>
                  <Icon name={CATEGORY_ICONS[key]} />
                  <span>{title}</span>
                  <span className="count">{qandA.length}</span>
                </a>
              ))}
            </nav>
            <div>
              {sections.map(({ key, title, subtitle, qandA }, category) => (
                <section key={key} id={key} tabIndex={-1}>
                  <h2 dir="auto">{title}</h2>
                  <p className="quiet" dir="auto">
                    {subtitle}
                  </p>
                  {qandA.map(({ question, ans }, index) => (
                    <details key={index} className="answer" open={(category === 0 && index === 0) || query.q !== ""}>
                      <summary>
                        <h3 dir="auto">{question}</h3>
                      </summary>
                      <p dir="auto">{ans}</p>
                    </details>
                  ))}
                </section>
              ))}
              <p className="quiet">
                {t("faq.missing")} <PageLink to={elsewhere}>{t("faq.elsewhere")}</PageLink>
              </p>
            </div>
          </>
        )}
      </div>
    </>
  );
}
