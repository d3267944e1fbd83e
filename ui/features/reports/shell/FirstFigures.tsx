/** The key figures that answer most questions; the others open below them. */
import type { ReactNode } from "react";
import { useText } from "../../../lib/i18n";
import type { Shown } from "./types";

type Cards = Shown["cards"];

interface Props {
  /** The ids of the first ones, in their order. */
  first: readonly string[];
  cards: Cards;
  draw: (cards: Cards) => ReactNode;
}

/** The first ones, then a line that opens the rest. */
export function FirstFigures({ first, cards, draw }: Props) {
  const t = useText();
  const leading = first.flatMap((id) => cards.find((card) => card.id === id) ?? []);
  const rest = cards.filter((card) => !leading.includes(card));
  return (
    <>
      {draw(leading)}
      {rest.length > 0 && (
        <details className="more-figures">
          <summary>{t("figures.more", { n: rest.length })}</summary>
          {draw(rest)}
        </details>
      )}
    </>
  );
}
