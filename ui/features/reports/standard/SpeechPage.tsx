/** Speech: calls, what was heard in them, and how they ended. */
import { later } from "../../../page";
import { ReportPage } from "./ReportPage";

// A link and words, which work as the server wrote them.
const SpeechLead = later(() => import("./SpeechLead"), "SpeechLead");

export default function SpeechPage() {
  return <ReportPage report="speech" subject="Speech" tabs={<SpeechLead />} />;
}
