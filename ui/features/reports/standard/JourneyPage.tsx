/** Journey: the ways sessions take, where they end, and how many come through steps the reader chooses. */
// i18n: journey.*
import { later, usePage } from "../../../page";
import type { journeyQuery } from "./query";
import { ReportPage } from "./ReportPage";

const FunnelView = later(() => import("./FunnelView"), "FunnelView");
// Links, which work as the server wrote them.
const JourneyTabs = later(() => import("./JourneyTabs"), "JourneyTabs");

export default function JourneyPage() {
  const { query } = usePage<typeof journeyQuery>();
  const tabs = <JourneyTabs />;
  return query.tab === "funnel" ? (
    <FunnelView tabs={tabs} />
  ) : (
    <ReportPage report="journey" subject="Journey" tabs={tabs} />
  );
}
