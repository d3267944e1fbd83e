/** Documents: what bots answer from them, and what they could not answer. */
import { ReportPage } from "./ReportPage";

export default function DocumentsPage() {
  return <ReportPage report="documents" subject="Document" tab="knowledge" />;
}
