/** One cell of the sheet of key figures: the whole cell opens exactly the conversations it counts. */
import { Delta } from "../../../components/charts/Delta";
import { Stat } from "../../../components/data/Stat";
import { useFormat, useText } from "../../../lib/i18n";
import { later, PageLink } from "../../../page";
import { deltaText, isFew, noteText, valueText } from "./figures";
import { metricName } from "./metricName";
import type { Shape } from "../../../api";

// What a question mark opens: it is in the document, and no more than that.
// Of long ranges alone.
const Counting = later(() => import("./Counting"), "Counting");
// Where a target is set.
const Attainment = later(() => import("./Attainment"), "Attainment");
const Definition = later(() => import("./Definition"), "Definition");

/** A key figure as the API answers it. */
type Card = Shape<"Card">;

interface Props {
  card: Card;
  currency: string;
  /** The address that explains a change, where its report has one. */
  explain?: string;
  /** The address that adds it to a dashboard. */
  add?: string;
  /** What it is narrowed to, where that is not all of the page. */
  of?: string;
}

/** Value, change, what it is made of, its course, how sure it is, and its definition behind the question mark. */
export function KeyFigure({ card, currency, explain, add, of }: Props) {
  const t = useText();
  const f = useFormat();
  const name = metricName(card.id, t);
  const change =
    card.delta_unit === "new" ? 1 : card.delta_unit === "none" || card.delta_unit === "unmeasured" ? null : card.delta;
  const few = isFew(card);
  const value = valueText(card, currency, f, t);
  const delta = (
    <Delta
      value={change}
      text={deltaText(card.delta, card.delta_unit, f, t)}
      better={card.better}
      spoken={t((change ?? 0) > 0 ? "reports.up" : "reports.down")}
    />
  );
  return (
    <Stat
      label={of ? `${name} · ${of}` : name}
      {...(card.link && { to: card.link })}
      opens={
        t(`reports.opens.${card.opens === "holding" ? card.id : card.opens}`, {
          n: card.num ?? 0,
        }) /* i18n: reports.opens.* */
      }
      about={<Definition card={card} name={name} add={add} />}
      value={`${card.marks.includes("estimated") ? "≈ " : ""}${value}`}
      weak={few}
      provisional={card.provisional}
      mark={card.marks[0] && t(`reports.m.${card.marks[0]}`) /* i18n: reports.m.* */}
      delta={
        card.explained && explain ? (
          <PageLink className="kx" to={explain} title={t("reports.why")}>
            {delta}
          </PageLink>
        ) : (
          delta
        )
      }
      note={noteText(card, currency, f, t)}
      spark={card.spark}
    >
      {card.target && <Attainment target={card.target} unit={card.unit} currency={currency} />}
      {card.counting && !card.counting.current && <Counting counting={card.counting} />}
    </Stat>
  );
}
