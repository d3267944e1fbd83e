/** Asks before a contact is forgotten, and why. */
import { Field } from "../../../components/fields";
import { FormSheet } from "../../../components/forms/FormSheet";
import { useText } from "../../../lib/i18n";

/** The question; `to` is the page without it. */
export function ForgetSheet({ id, to }: { id: string; to: string }) {
  const t = useText();
  return (
    <FormSheet
      danger
      title={t("timeline.forgetTitle")}
      lead={t("timeline.forgetText")}
      call={`/api/v1/contacts/${id}/forget`}
      to={to}
      action={t("timeline.forgetAct")}
    >
      <Field
        label={t("timeline.forgetReason")}
        name="reason"
        help={t("timeline.forgetReasonHelp")}
        dir="auto"
        required
        maxLength={500}
      />
    </FormSheet>
  );
}
