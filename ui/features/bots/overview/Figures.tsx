/** A bot's key figures: its day beside what is usual, and the dashboard's own cards of seven days. */
import { Trouble } from "../../../components";
import { Delta } from "../../../components/charts/Delta";
import { Stat, Stats } from "../../../components/data/Stat";
import { useFormat, useText } from "../../../lib/i18n";
import { KeyFigure } from "../../reports/cards/KeyFigure";
import type { BotFigures } from "./api";

interface Asked {
  data?: BotFigures | undefined;
  error?: unknown;
  fulfilledTimeStamp?: number | undefined;
  refetch: () => unknown;
}

/** The sheet of figures; each leads to the conversations it counts. */
export function Figures({ result }: { result: Asked }) {
  const t = useText();
  const { data } = result;
  return (
    <>
      <Trouble of={result} />
      {data && (
        <Stats label={t("overview.figures")}>
          <Today today={data.today} />
          {data.cards.map((card) => (
            <KeyFigure key={card.id} card={card} currency="" of={t("overview.period")} />
          ))}
        </Stats>
      )}
    </>
  );
}

/** The conversations of the day under way. */
function Today({ today }: { today: BotFigures["today"] }) {
  const t = useText();
  const f = useFormat();
  const size = today.delta === null ? "" : Math.abs(today.delta);
  const text =
    today.delta_unit === "new"
      ? t("reports.new")
      : today.delta_unit === "percent"
        ? f.percent(size || 0)
        : f.number(size || 0, { digits: Number.isInteger(size) ? 0 : 1 });
  return (
    <Stat
      label={t("overview.today")}
      to={today.link}
      opens={t("overview.opensToday", { n: today.value })}
      value={f.number(today.value)}
      delta={
        <Delta
          value={today.delta_unit === "new" ? 1 : today.delta}
          text={text}
          better={null}
          spoken={t((today.delta ?? 0) > 0 ? "reports.up" : "reports.down")}
        />
      }
      note={
        today.usual === null
          ? t("overview.notUsual")
          : t("overview.usual", { usual: f.number(today.usual, { digits: 0 }), weeks: today.weeks })
      }
    />
  );
}
