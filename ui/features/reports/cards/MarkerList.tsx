/** The list of what happened in a range, below the table of a chart. */
import { PageLink, useCan } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { markerText, type Marker } from "./flags";

/** What one needs the right to read to follow the link of a marker. */
const SUBJECTS: Readonly<Record<Marker["kind"], string>> = {
  release: "Bot",
  rollback: "Bot",
  split_start: "Bot",
  split_end: "Bot",
  offer_start: "Offer",
  offer_end: "Offer",
  outage: "Dashboard",
  note: "Dashboard",
};

/** Each with its time; what the reader may open is a link. */
export function MarkerList({ markers, zone }: { markers: readonly Marker[]; zone: string }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  return (
    <ul className="markers" aria-label={t("reports.markers")}>
      {markers.map((marker) => (
        <li key={`${marker.kind} ${marker.at} ${marker.text} ${marker.version}`}>
          <time dateTime={marker.at}>{f.dateTime(marker.at, zone)}</time>{" "}
          {marker.link && can("read", SUBJECTS[marker.kind]) ? (
            <PageLink to={marker.link}>{markerText(marker, t)}</PageLink>
          ) : (
            markerText(marker, t)
          )}
        </li>
      ))}
    </ul>
  );
}
