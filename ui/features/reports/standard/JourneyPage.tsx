/** Journey: the ways sessions take, and where they end. */
import { ReportPage } from "./ReportPage";

export default function JourneyPage() {
  return <ReportPage report="journey" subject="Journey" />;
}
