/** One's picture: brought, replaced, taken away. */
import { ActionForm, Avatar, Button, Card } from "../../../components";
import { Field } from "../../../components/fields";
import { useText } from "../../../lib/i18n";
import type { Account } from "./types";
import { useFormState } from "../../../components/forms/typed";
import { usePage } from "../../../page";
import { Refusal } from "../../../components/forms/Refusal";

const CALL = "/api/v1/account/avatar";

/** The picture or initials as others see them, and the two forms. */
export function PictureCard({ account }: { account: Account }) {
  const t = useText();
  const { here } = usePage();
  const form = { call: CALL, page: here({}) };
  return (
    <Card title={t("account.picture")} id="picture">
      <div className="picture">
        <Avatar name={account.full_name} src={account.avatar} size={72} />
        <div className="stack">
          <Refusal call={CALL} />
          <ActionForm {...form} done="picture" encType="multipart/form-data" className="stack">
            <PictureField />
            <p className="row">
              <Button type="submit" icon="upload">
                {t("account.bring")}
              </Button>
            </p>
          </ActionForm>
          {account.avatar && (
            <ActionForm {...form} method="DELETE" done="no-picture">
              <Button type="submit" variant="danger" size="s">
                {t("account.takeAway")}
              </Button>
            </ActionForm>
          )}
        </div>
      </div>
    </Card>
  );
}

/** The field of the file, which says in the reader's words what is wrong with it. */
function PictureField() {
  const t = useText();
  const { errors, code } = useFormState();
  // i18n: account.picture_*
  const text = errors.file && t(`account.${code?.startsWith("picture_") ? code : "picture_none"}`);
  return (
    <Field
      label={t("account.file")}
      name="file"
      type="file"
      required
      accept="image/png,image/jpeg,image/webp,image/gif"
      help={t("account.fileHelp")}
      error={text}
    />
  );
}
