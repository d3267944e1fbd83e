import { Icon, PageLink } from "../../components";
import { Text, useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { pricingApi, type Plan } from "./api";
import type { pricingQuery } from "./pages";

const CURRENCY = "USD";

function PlanCard({ plan, yearly }: { plan: Plan; yearly: boolean }) {
  const t = useText();
  const f = useFormat();
  const money = (value: number) => f.money(value, CURRENCY, 0);
  const free = plan.monthlyPrice === 0;
  return (
    <section className={plan.popular ? "plan popular" : "plan"}>
      <h2>{plan.title}{plan.popular && <span className="pill acc">{t("pricing.popular")}</span>}</h2>
      <p className="quiet" dir="auto">{plan.subtitle}</p>
      <p className="price"><strong>{money(yearly ? plan.yearlyPlan.perMonth : plan.monthlyPrice)}</strong>{!free && <span>{t("pricing.perMonth")}</span>}</p>
      <p className="small quiet">
        {free ? t("pricing.free") : yearly
          ? t("pricing.yearlyNote", { total: money(plan.yearlyPlan.totalAnnual), month: money(plan.monthlyPrice) })
          : t("pricing.monthlyNote", { year: money(plan.yearlyPlan.perMonth) })}
      </p>
      <PageLink to="/pages/register-v1" className={plan.popular ? "button size-l primary" : "button size-l"}>{t("pricing.choose", { plan: plan.title })}</PageLink>
      <ul>{plan.planBenefits.map((benefit) => <li key={benefit}><Icon name="check" size={16} /><span dir="auto">{benefit}</span></li>)}</ul>
    </section>
  );
}

/** The plans, monthly or yearly by a link. */
export default function PricingPage() {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof pricingQuery>();
  const { data } = pricingApi.usePricingQuery();
  if (!data) return null;
  const yearly = query.billing === "yearly";
  const { monthlyPrice, yearlyPlan } = data.standardPlan;
  const less = monthlyPrice ? Math.round((1 - yearlyPlan.perMonth / monthlyPrice) * 100) : 0;
  return (
    <>
      <div className="hero">
        <div className="wide">
          <div className="hero-text">
            <h1>{t("pricing.heading")}</h1>
            <p>{t("pricing.lead")}</p>
            <nav className="segments" aria-label={t("pricing.billing")}>
              <PageLink to={here({ billing: "monthly" })} aria-current={yearly ? undefined : "true"}>{t("pricing.monthly")}</PageLink>
              <PageLink to={here({ billing: "yearly" })} aria-current={yearly ? "true" : undefined}>{t("pricing.yearly")} <span className="small">{t("pricing.less", { percent: f.percent(less, 0) })}</span></PageLink>
            </nav>
          </div>
        </div>
      </div>
      <div className="wide plans">
        {[data.basicPlan, data.standardPlan, data.enterprisePlan].map((plan) => <PlanCard key={plan.title} plan={plan} yearly={yearly} />)}
      </div>
      <div className="wide common">
        <div>
          <h2>{t("pricing.questions")}</h2>
          <p className="quiet"><Text id="pricing.more" values={{ faq: <PageLink to="/pages/faq">{t("common.nav.faq")}</PageLink> }} /></p>
        </div>
        <div>
          {data.qandA.map(({ question, ans }, index) => (
            <details key={question} className="answer" open={index === 0}><summary><h3 dir="auto">{question}</h3></summary><p dir="auto">{ans}</p></details>
          ))}
        </div>
      </div>
    </>
  );
}
