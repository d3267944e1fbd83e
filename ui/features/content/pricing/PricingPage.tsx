import { Icon, PageLink } from "../../../components";
import { Facts } from "../../../components/Facts";
import { Text, useFormat, useText } from "../../../lib/i18n";
import { path } from "../../../lib/path";
import { usePage } from "../../../page";
import { pricingApi, type Plan } from "./api";
import type { pricingQuery } from "./query";
import "../../../styles/faq.css";
import "./pricing.css";

const CURRENCY = "USD";
/** The plans by the name they are registered with, in the order they are shown. */
const PLANS = ["basic", "standard", "enterprise"];

function PlanCard({ plan, name, yearly }: { plan: Plan; name: string; yearly: boolean }) {
  const t = useText();
  const f = useFormat();
  const money = (value: number) => f.money(value, CURRENCY, 0);
  const { session } = usePage();
  const own = session.user !== null && (session.workspace?.plan ?? "basic") === name;
  const free = plan.monthlyPrice === 0;
  return (
    <section className={plan.popular ? "plan popular" : "plan"}>
      <h2>
        {plan.title}
        {plan.popular && <span className="pill acc">{t("pricing.popular")}</span>}
      </h2>
      <p className="quiet" dir="auto">
        {plan.subtitle}
      </p>
      <p className="price">
        <strong>{money(yearly ? plan.yearlyPlan.perMonth : plan.monthlyPrice)}</strong>
        {!free && <span>{t("pricing.perMonth")}</span>}
      </p>
      <p className="small quiet">
        {free
          ? t("pricing.free")
          : yearly
            ? t("pricing.yearlyNote", { total: money(plan.yearlyPlan.totalAnnual), month: money(plan.monthlyPrice) })
            : t("pricing.monthlyNote", { year: money(plan.yearlyPlan.perMonth) })}
      </p>
      {!session.user && (
        <PageLink
          to={path("/pages/register-v1", { plan: name })}
          className={plan.popular ? "button size-l primary" : "button size-l"}
        >
          {t("pricing.choose", { plan: plan.title })}
        </PageLink>
      )}
      {own && (
        <p className="own-plan flex gap-6">
          <Icon name="check" size={16} /> {t("pricing.ownPlan", { workspace: session.workspace?.name ?? "" })}
        </p>
      )}
      <ul>
        {plan.planBenefits.map((benefit) => (
          <li key={benefit}>
            <Icon name="check" size={16} />
            <span dir="auto">{benefit}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a year costs, month by month and at once. */
function year({ monthlyPrice, yearlyPlan }: Plan) {
  const before = monthlyPrice * 12;
  const saved = before - yearlyPlan.totalAnnual;
  return { before, saved, share: before ? (saved / before) * 100 : 0 };
}

/** A price as every figure of ours is shown: with what it is counted from. */
function Receipt({ plan }: { plan: Plan }) {
  const t = useText();
  const f = useFormat();
  const money = (value: number) => f.money(value, CURRENCY, 0);
  const { saved, share } = year(plan);
  return (
    <section className="receipt" aria-label={t("pricing.receipt", { plan: plan.title })}>
      <p className="receipt-head">
        <span>{t("pricing.receipt", { plan: plan.title })}</span>
        <span>{t("pricing.perMonth")}</span>
      </p>
      <p className="receipt-value">
        <strong>{money(plan.yearlyPlan.perMonth)}</strong>
        <span>{t("pricing.less", { percent: f.percent(share, 0) })}</span>
      </p>
      <Facts
        items={[
          [t("pricing.countedFrom"), <bdi key="f">{`${money(plan.yearlyPlan.totalAnnual)} ÷ ${f.number(12)}`}</bdi>],
          [t("pricing.byMonth"), money(plan.monthlyPrice)],
          [t("pricing.saved"), money(saved)],
        ]}
      />
      <p className="small quiet">{t("pricing.receiptNote")}</p>
    </section>
  );
}

/** The plans side by side, figure by figure. */
function Compared({ plans }: { plans: readonly Plan[] }) {
  const t = useText();
  const f = useFormat();
  const money = (value: number) => f.money(value, CURRENCY, 0);
  const rows: [string, (plan: Plan) => string][] = [
    [t("pricing.byMonth"), (plan) => money(plan.monthlyPrice)],
    [t("pricing.byYear"), (plan) => money(plan.yearlyPlan.perMonth)],
    [t("pricing.inAYear"), (plan) => money(plan.yearlyPlan.totalAnnual)],
    [t("pricing.saved"), (plan) => (year(plan).saved ? money(year(plan).saved) : f.money(null, CURRENCY))],
  ];
  return (
    <div className="wide compared">
      <h2>{t("pricing.compare")}</h2>
      <table>
        <caption className="sr">{t("pricing.compare")}</caption>
        <thead>
          <tr>
            <td />
            {plans.map((plan) => (
              <th key={plan.title} scope="col">
                {plan.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {plans.map((plan) => (
                <td key={plan.title} className={plan.popular ? "popular" : undefined}>
                  {value(plan)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The plans, monthly or yearly by a link. */
export default function PricingPage() {
  const t = useText();
  const f = useFormat();
  const { query, session, here } = usePage<typeof pricingQuery>();
  const { data } = pricingApi.usePricingQuery(session.locale);
  if (!data) return null;
  const yearly = query.billing === "yearly";
  const plans = [data.basicPlan, data.standardPlan, data.enterprisePlan];
  const example = plans.find((plan) => plan.popular && year(plan).saved > 0) ?? data.standardPlan;
  return (
    <>
      <div className="hero">
        <div className="wide">
          <div className="hero-text">
            <h1>{t("pricing.heading")}</h1>
            <p>{t("pricing.lead")}</p>
            <nav className="segments" aria-label={t("pricing.billing")}>
              <PageLink to={here({ billing: "monthly" })} aria-current={yearly ? undefined : "true"}>
                {t("pricing.monthly")}
              </PageLink>
              <PageLink to={here({ billing: "yearly" })} aria-current={yearly ? "true" : undefined}>
                {t("pricing.yearly")}{" "}
                <span className="small">
                  {t("pricing.less", { percent: f.percent(year(data.standardPlan).share, 0) })}
                </span>
              </PageLink>
            </nav>
          </div>
          <Receipt plan={example} />
        </div>
      </div>
      <div className="wide plans">
        {plans.map((plan, place) => (
          <PlanCard key={plan.title} plan={plan} name={PLANS[place] ?? ""} yearly={yearly} />
        ))}
      </div>
      <Compared plans={plans} />
      <div className="wide common">
        <div>
          <h2>{t("pricing.questions")}</h2>
          <p className="quiet">
            <Text id="pricing.more" values={{ faq: <PageLink to="/pages/faq">{t("common.nav.faq")}</PageLink> }} />
          </p>
        </div>
        <div>
          {data.qandA.map(({ question, ans }, index) => (
            <details key={question} className="answer" open={index === 0}>
              <summary>
                <h3 dir="auto">{question}</h3>
              </summary>
              <p dir="auto">{ans}</p>
            </details>
          ))}
        </div>
      </div>
    </>
  );
}
