/** The funnel of the journey report: its builder, and how many come through. */
import type { ReactNode } from "react";
import { Can, Card } from "../../../components";
import { useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import { ReportShell } from "../shell/ReportShell";
import { FigureCard } from "../figures/FigureCard";
import { argsOf } from "./api";
import { FEWEST, funnelApi, funnelOf, funnelPath, type FunnelArgs } from "./funnelApi";
import type { journeyQuery } from "./query";
import { StepsForm } from "./StepsForm";

const FirstUse = later(() => import("../shell/ReportStates"), "FirstUse");
const FunnelOffers = later(() => import("./FunnelOffers"), "FunnelOffers");
const Failed = later(() => import("../shell/ReportStates"), "Failed");

/** The page in each of its states. */
export function FunnelView({ tabs }: { tabs: ReactNode }) {
  const t = useText();
  const { query } = usePage<typeof journeyQuery>();
  const args = funnelOf(query);
  const { data, error, refetch } = funnelApi.useStepChoicesQuery(argsOf(query));
  const title = t("figures.journey");
  if (!data) return error ? <Failed title={title} error={error} retry={() => void refetch()} /> : null;
  if (data.as_of === null) return <FirstUse title={title} />;
  const isWhole = query.steps.length >= FEWEST;
  return (
    <ReportShell
      title={title}
      report="journey"
      data={{ ...data, cards: [] }}
      isEmpty={false}
      subject="Journey"
      {...(isWhole && { file: funnelPath(args, "funnel.csv") })}
      tabs={tabs}
    >
      <StepsForm choices={data.items} />
      {isWhole ? (
        <Result args={args} />
      ) : (
        <Card className="col-8" title={t("journey.funnel")}>
          <p className="quiet">{t(query.steps.length ? "funnel.addSecond" : "funnel.addFirst")}</p>
        </Card>
      )}
    </ReportShell>
  );
}

/** The funnel, and its parts where it is split. */
function Result({ args }: { args: FunnelArgs }) {
  const t = useText();
  const { data, error, refetch } = funnelApi.useFunnelQuery(args);
  if (!data) return error ? <Failed title={t("journey.funnel")} error={error} retry={() => void refetch()} /> : null;
  const labels = Object.fromEntries(data.steps.map(({ id, label }) => [id, label]));
  return (
    <div className="col-8 fn-result rows gap-16">
      {data.figures.map((figure) => (
        <FigureCard
          key={figure.id}
          report="journey"
          subject="Journey"
          figure={figure}
          data={data}
          labels={labels}
          file={funnelPath(args, `${figure.id}.csv`)}
        />
      ))}
      <Can I="create" a="Offer">
        <FunnelOffers steps={data.steps} />
      </Can>
    </div>
  );
}
