/** Zoom, all of it, and tidying up. */
import { IconButton } from "../../../../components";
import { useFormat, useText } from "../../../../lib/i18n";
import type { Sight } from "./useSight";
import { ZOOMS } from "./view";

/** The buttons at the foot. */
export function Tools({ sight, tidy }: { sight: Sight; tidy: (() => void) | undefined }) {
  const t = useText();
  const f = useFormat();
  return (
    <div className="cv-tools" role="group" aria-label={t("canvas.tools")} data-tool="">
      <IconButton
        icon="minus"
        size={16}
        label={t("canvas.smaller")}
        aria-keyshortcuts="-"
        onClick={() => sight.zoom(1 / ZOOMS.step)}
      />
      <output className="cv-zoom">{f.percent(sight.view.zoom * 100, 0)}</output>
      <IconButton
        icon="plus"
        size={16}
        label={t("canvas.larger")}
        aria-keyshortcuts="+"
        onClick={() => sight.zoom(ZOOMS.step)}
      />
      <IconButton icon="maximize-2" size={16} label={t("canvas.fit")} aria-keyshortcuts="0" onClick={sight.fit} />
      {tidy && <IconButton icon="layout-grid" size={16} label={t("canvas.tidy")} onClick={tidy} />}
    </div>
  );
}
