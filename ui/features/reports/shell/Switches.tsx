/** What a report's address turns on and off: conversations at estimated times, and markers on charts. */
import { SwitchLink } from "../../../components/SwitchLink";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { reportQuery } from "../filters/query";
import type { Shown } from "./types";

/** The switches; what is frozen has none. */
export function Switches({ data, hasMarkers }: { data: Shown; hasMarkers: boolean }) {
  if (data.frozen) return null;
  return (
    <>
      {hasMarkers && data.markers.length > 0 && <MarkerSwitch />}
      <Trust data={data} />
    </>
  );
}

/**
 * The switch that leaves out conversations at estimated times, and how many figures rest on other than measured data.
 */
function Trust({ data }: { data: Shown }) {
  const t = useText();
  const { query, here } = usePage<typeof reportQuery>();
  const measured = query.data === "measured";
  const mixed = data.cards.filter((card) => card.marks.includes("estimated") || card.marks.includes("imported")).length;
  return (
    <>
      <SwitchLink on={measured} to={here({ data: measured ? "all" : undefined })}>
        {t("reports.onlyMeasured")}
      </SwitchLink>
      {mixed > 0 && <span className="quiet small">{t("reports.mixed", { n: mixed, all: data.cards.length })}</span>}
    </>
  );
}

/** The switch of what happened, on the charts of the page. */
function MarkerSwitch() {
  const t = useText();
  const { query, here } = usePage<typeof reportQuery>();
  const isOn = query.markers !== "off";
  return (
    <SwitchLink on={isOn} to={here({ markers: isOn ? "off" : undefined })}>
      {t("reports.markers")}
    </SwitchLink>
  );
}
