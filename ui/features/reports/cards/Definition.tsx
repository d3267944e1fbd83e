/** What a key figure means, behind its question mark. */
import { useRef } from "react";
import { useKeys } from "../../../hooks/useKeys";
import { useFormat, useText } from "../../../lib/i18n";
import { PageLink } from "../../../page";
import { coverText } from "./figures";
import type { Shape } from "../../../api";

/** A key figure as the API answers it. */
type Card = Shape<"Card">;

/** The metric as the registry defines it; `r` on its figure asks for the receipt. */
export function Definition({ card, name, add }: { card: Card; name: string; add?: string | undefined }) {
  const t = useText();
  const f = useFormat();
  const box = useRef<HTMLDetailsElement>(null);
  useKeys({
    r: () =>
      box.current?.closest(".kf")?.contains(document.activeElement) && box.current.querySelector("button")?.click(),
  });
  return (
    <details className="kd" name="kd" ref={box}>
      <summary aria-label={t("reports.about", { name })}>?</summary>
      <div>
        <b>{name}</b>
        <dl>
          <dt>{t("reports.formula")}</dt>
          <dd>{card.formula}</dd>
          <dt>{t("reports.population")}</dt>
          <dd>{card.population}</dd>
        </dl>
        <ul>
          {card.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
          {card.measured.n < card.measured.of && <li>{coverText(card, f, t)}</li>}
        </ul>
        <p>
          {t("reports.version", { n: card.version })}
          {card.population_link && <PageLink to={card.population_link}>{t("reports.populationLink")}</PageLink>}
          {add && <PageLink to={add}>{t("reports.pin")}</PageLink>}
          {add && card.link && card.opens !== "calls" && card.opens !== "visits" && (
            <button form="receipt" name="metric" value={card.id} type="submit">
              {t("reports.receipt")}
            </button>
          )}
        </p>
      </div>
    </details>
  );
}
