/** Speech: calls, what was heard in them, and how they ended. */
import { Can, LinkButton } from "../../../components";
import { useText } from "../../../lib/i18n";
import { ReportPage } from "./ReportPage";

export default function SpeechPage() {
  const t = useText();
  return (
    <ReportPage
      report="speech"
      subject="Speech"
      tabs={
        <p className="row report-lead">
          <Can I="read" a="Conversation">
            <LinkButton to="/reports/calls" icon="phone-call">
              {t("speech.all")}
            </LinkButton>
          </Can>
          <span className="small quiet">{t("speech.note")}</span>
        </p>
      }
    />
  );
}
