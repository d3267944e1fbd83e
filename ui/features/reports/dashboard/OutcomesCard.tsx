/** How sessions ended: one bar and one row per outcome, glyph and colour together. */
import { Card } from "../../../components";
import { Delta } from "../../../components/charts/Delta";
import { OutcomeMark, outcomeTone } from "../../../components/charts/OutcomeMark";
import { SegmentBar } from "../../../components/charts/SegmentBar";
import { useFormat, useText } from "../../../lib/i18n";
import { later, PageLink } from "../../../page";
import { figureText } from "../../../lib/format";
import { deltaText, SMALL } from "../cards/figures";
import { EstimatedNote } from "./EstimatedNote";
import { FigureLink } from "./FigureLink";
import type { Dashboard } from "./types";

const UnmeasuredNote = later(() => import("./UnmeasuredNote"), "UnmeasuredNote");

/** More of these is worse. */
const WORSE = new Set(["handed_off", "abandoned", "error"]);

/** The rows are the bar's table twin, always open. */
export function OutcomesCard({ data }: { data: Dashboard }) {
  const t = useText();
  const f = useFormat();
  const { ended, items, handoffs } = data.outcomes;
  const missed = handoffs && t("common.outOf", { num: f.number(handoffs.missed), den: f.number(handoffs.of) });
  const name = (id: string) => t(`reports.o.${id}`); // i18n: reports.o.*
  const title = t("reports.outcomes");
  return (
    <Card
      className="col-4"
      title={title}
      lead={t("parts.ended", { n: f.number(ended) })}
      aside={<FigureLink figure="outcomes" name={title} />}
    >
      <SegmentBar
        label={`${title}: ${items.map((item) => `${name(item.id)} ${f.percent(item.share)}`).join(f.comma)}`}
        segments={items.map((item) => ({
          key: item.id,
          tone: outcomeTone(item.id),
          value: item.count,
          title: `${name(item.id)}: ${f.number(item.count)}`,
        }))}
      />
      <ul className="oc">
        {items.map((item) => (
          <li key={item.id}>
            <OutcomeMark outcome={item.id} />
            <PageLink to={item.link}>{name(item.id)}</PageLink>
            <span>{f.number(item.count)}</span>
            <b>{f.percent(item.share)}</b>
            <span>
              <Delta
                value={item.delta}
                text={deltaText(item.delta, "pp", f, t)}
                better={WORSE.has(item.id) ? "down" : "up"}
                spoken={t((item.delta ?? 0) > 0 ? "reports.up" : "reports.down")}
              />
            </span>
          </li>
        ))}
      </ul>
      <dl className="ox rows quiet">
        {handoffs && (
          <>
            <dt>{t("reports.k.handoff_wait")}</dt>
            <dd>
              <PageLink to={handoffs.wait_link}>{figureText(handoffs.wait_ms, "duration", "", f)}</PageLink>
            </dd>
            <dt>{t("reports.k.missed_handoff_rate")}</dt>
            <dd>
              <PageLink to={handoffs.missed_link}>
                {handoffs.of >= SMALL && `${f.percent(handoffs.share)} · `}
                <bdi>{missed}</bdi>
              </PageLink>
            </dd>
          </>
        )}
        <dt>{t("parts.openLeft")}</dt>
        <dd>{f.number(data.excluded.open)}</dd>
        <dt>{t("parts.testLeft")}</dt>
        <dd>{f.number(data.excluded.test)}</dd>
      </dl>
      {data.filters.compared?.measured === false && <UnmeasuredNote compared={data.filters.compared} />}
      <EstimatedNote data={data} />
    </Card>
  );
}
