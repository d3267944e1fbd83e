/** What is said where a reader's access covers a part of a report alone. */
import { Notice } from "../../../components";
import type { Shape } from "../../../api";
import { useFormat, useText } from "../../../lib/i18n";

/** How many of the outlets of a report the reader sees; nothing where that is all. */
export function Clipped({ clipped }: { clipped: Shape<"Clipped"> | null }) {
  const t = useText();
  const f = useFormat();
  if (!clipped) return null;
  return (
    <Notice
      tone="quiet"
      icon="info"
      title={t("places.clipped", { shown: f.number(clipped.shown), of: f.number(clipped.of) })}
    >
      {t("places.clippedText")}
    </Notice>
  );
}
