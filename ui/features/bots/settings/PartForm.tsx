/** A card with one form: it changes a part of the bot on the revision one sees and says at its fields what is wrong. */
import { ActionForm, Button, Card } from "../../../components";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { frameGrammar } from "../layout/query";
import { FormFields, type Fields } from "../../../components/forms/FormFields";
import { Refusal } from "../../../components/forms/Refusal";

interface Props {
  id: string;
  title: string;
  lead?: string;
  call: string;
  revision: string;
  children: Fields;
}

/** The card. */
export function PartForm({ id, title, lead, call, revision, children }: Props) {
  const t = useText();
  const { here } = usePage<typeof frameGrammar>();
  return (
    <Card id={id} title={title} lead={lead}>
      <ActionForm
        call={call}
        method="PATCH"
        page={`${here({ do: undefined })}#${id}`}
        revision={revision}
        done="saved"
        className="stack"
      >
        <Refusal title={t("botset.notSaved")} />
        <FormFields>{children}</FormFields>
        <p className="row">
          <Button type="submit" variant="primary">
            {t("botset.save")}
          </Button>
        </p>
      </ActionForm>
    </Card>
  );
}
