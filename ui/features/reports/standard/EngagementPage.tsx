/** Engagement: who comes, how often, and what they think. */
// i18n: engagement.*
import { ReportPage } from "./ReportPage";

export default function EngagementPage() {
  return <ReportPage report="engagement" subject="Engagement" />;
}
