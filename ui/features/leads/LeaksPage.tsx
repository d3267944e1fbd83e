/** Open leads that may be lost, by outlet and one by one: each with a next step, ticked ones are assigned together. */
import { Notice, PageHead, Trouble, useCan } from "../../components";
import { ChoiceMenu } from "../../components/ChoiceMenu";
import { Pagination } from "../../components/Pagination";
import { Stat, Stats } from "../../components/data/Stat";
import { useFormat, useText } from "../../lib/i18n";
import { later, usePage } from "../../page";
import { leadsApi } from "./api";
import { Views } from "./cells";
import { Filters } from "./Filters";
import type { leaksGrammar } from "./query";
import { LEAKS, type Leaks } from "./types";

const LeakGroups = later(() => import("./LeakTables"), "LeakGroups");
const Rows = later(() => import("./LeakTables"), "LeakRows");

/** The page. */
export default function LeaksPage() {
  const t = useText();
  const can = useCan();
  const { query, here } = usePage<typeof leaksGrammar>();
  const { rows: _rows, ...list } = query;
  const result = leadsApi.useLeaksQuery(list);
  const { data } = result;
  return (
    <>
      <PageHead
        title={t("leads.title")}
        lead={data && t("leaks.leaksOf", { n: data.totals.leads, of: data.totals.open })}
        actions={<Views current="leaks" />}
      />
      <div className="stack">
        <Filters
          action="/ew-leads/leaks"
          choosing={can("update", "Lead")}
          more={
            <ChoiceMenu
              label={t("leaks.leak")}
              value={query.reason}
              all={t("leads.everything")}
              options={LEAKS.map((reason) => [reason, t(`leads.l.${reason}`) /* i18n: leads.l.* */])}
              to={(reason) => here({ reason, page: undefined })}
            />
          }
        />
        <Trouble of={result} />
        {data && data.totals.leads === 0 && <Notice tone="good" title={t("leaks.nothingLeaks")} />}
        {data && data.totals.leads > 0 && (
          <>
            <Figures leaks={data} />
            <LeakGroups leaks={data} />
            <Rows key={query.page + query.reason} leaks={data} />
            <Pagination of={data} to={(page) => here({ page })} />
          </>
        )}
      </div>
    </>
  );
}

/** How many leads have each leak. */
function Figures({ leaks: { totals, currency } }: { leaks: Leaks }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof leaksGrammar>();
  return (
    <Stats label={t("leads.figures")}>
      {LEAKS.map((leak) => (
        <Stat
          key={leak}
          label={t(`leads.l.${leak}`)}
          to={here({ reason: leak, page: undefined })}
          value={f.number(totals[leak])}
          note={t(`leaks.ln.${leak}`) /* i18n: leaks.ln.* */}
        />
      ))}
      <Stat
        label={t("leaks.atRisk")}
        value={f.money(totals.premium, currency, 0)}
        note={t("leaks.atRiskNote", { n: totals.leads })}
      />
    </Stats>
  );
}
