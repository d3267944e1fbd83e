/** The way to single calls, and what calls are counted. */
import { Can, LinkButton } from "../../../components";
import { useText } from "../../../lib/i18n";

export function SpeechLead() {
  const t = useText();
  return (
    <p className="row report-lead">
      <Can I="read" a="Conversation">
        <LinkButton to="/reports/calls" icon="phone-call">
          {t("speech.all")}
        </LinkButton>
      </Can>
      <span className="small quiet">{t("speech.note")}</span>
    </p>
  );
}
