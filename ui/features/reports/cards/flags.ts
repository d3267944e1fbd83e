/** What happened in the range of a report, as charts mark it and lists say it. */
import type { Shape } from "../../../api";
import type { Flag } from "../../../components/charts/series";
import type { TextFunction } from "../../../lib/messages";

export type Marker = Shape<"Marker">;

/** What happened, in words. */
export const markerText = ({ kind, text, version }: Marker, t: TextFunction): string =>
  t(`reports.marker.${kind}`, { text: `\u2068${text}\u2069`, version: version ?? 0 }); // i18n: reports.marker.*

/** The flags of a chart: one for each step in which something happened. */
export function flagsOf(markers: readonly Marker[], t: TextFunction): Flag[] {
  const steps = new Map<number, string[]>();
  for (const marker of markers) steps.set(marker.step, [...(steps.get(marker.step) ?? []), markerText(marker, t)]);
  return [...steps].map(([at, texts]) => ({ key: String(at), at, text: texts.join(" · ") }));
}
