/** Says on every page that one looks as someone else, and ends that. */
import { ActionForm, Button, Notice } from "../components";
import { useFormat, useText } from "../lib/i18n";
import { useSite } from "../page";

/** The banner; nothing for who is themselves. */
export default function Viewing() {
  const { session } = useSite();
  const t = useText();
  const f = useFormat();
  const { viewing } = session;
  if (!viewing) return null;
  return (
    <Notice
      tone="warn"
      icon="eye"
      title={t("common.viewing", { who: viewing.name })}
      actions={
        <ActionForm call="/api/v1/people/view-as/end" page="/">
          <Button type="submit" size="s">
            {t("common.viewingStop")}
          </Button>
        </ActionForm>
      }
    >
      {t("common.viewingText", { at: f.dateTime(viewing.until) })}
    </Notice>
  );
}
