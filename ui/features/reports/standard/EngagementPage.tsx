/** Engagement: who comes, how often, and what they think. */
// i18n: engagement.*
import { ReportPage } from "./ReportPage";

/** The key figures it begins with. */
const FIRST = [
  "users_active",
  "users_new",
  "sessions_per_user",
  "stickiness",
  "turns_per_session",
  "csat",
  "csat_response_rate",
  "recency",
];

export default function EngagementPage() {
  return <ReportPage report="engagement" subject="Engagement" first={FIRST} />;
}
