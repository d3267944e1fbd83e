/** What is said where a reader's access covers a part of a report alone. */
import { LinkButton, Notice } from "../../../components";
import type { Shape } from "../../../api";
import { figureText } from "../../../lib/format";
import { useFormat, useText } from "../../../lib/i18n";
import { metricName } from "../cards/metricName";

/** How many of the outlets of a report the reader sees, and their ranks among all; nothing where that is all. */
export function Clipped({ clipped }: { clipped: Shape<"Clipped"> | null }) {
  const t = useText();
  const f = useFormat();
  if (!clipped) return null;
  const { ranked } = clipped;
  return (
    <Notice
      tone="quiet"
      icon="info"
      title={t("places.clipped", { shown: f.number(clipped.visible), of: f.number(clipped.of) })}
      actions={ranked && <LinkButton to={ranked.link}>{t("places.compare")}</LinkButton>}
    >
      {t("places.clippedText")}{" "}
      {ranked &&
        t("places.ranked", {
          metric: metricName(ranked.by, t),
          ranks: f.list([
            ...ranked.first.map((rank) => f.number(rank)),
            ...(ranked.more ? [t("places.more", { n: f.number(ranked.more) })] : []),
          ]),
          of: f.number(ranked.of),
          median: figureText(ranked.median, ranked.unit, "", f),
        })}
    </Notice>
  );
}
