/** A new messaging account: the provider's id of it, and the credentials it is used with. */
import { ActionForm, Button, Card, LinkButton } from "../../../components";
import { Field, Select } from "../../../components/fields";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../../bots/catalog/api";
import { Refusal } from "../../../components/forms/Refusal";
import { OutletField } from "./OutletField";
import type { channelsGrammar } from "./query";
import { CREDENTIALS, deploymentsOf, OPTIONAL } from "../messaging/api";

/** The fields of credentials; a kept one is shown by its last characters and stays when its field is left empty. */
export function CredentialFields({
  channel,
  secrets = [],
}: {
  channel: string;
  secrets?: readonly { name: string; last4: string }[];
}) {
  const t = useText();
  return CREDENTIALS[channel]?.map((name) => {
    const stored = secrets.find((secret) => secret.name === name);
    return (
      <Field
        key={name}
        type="password"
        label={t(`messaging.k.${name}`) /* i18n: messaging.k.* */}
        name={`credentials.${name}`}
        required={!stored && !OPTIONAL.includes(name)}
        autoComplete="off"
        maxLength={600}
        dir="ltr"
        {...(stored && { help: t("messaging.kept", { last4: stored.last4 || "…" }) })}
      />
    );
  });
}

/** The form. */
export function NewAccount({ bot, channel }: { bot: Bot; channel: string }) {
  const t = useText();
  const { here } = usePage<typeof channelsGrammar>();
  const call = deploymentsOf(bot.id);
  return (
    <Card id="new-account" title={t("messaging.connect", { channel: t(`channelname.${channel}`) })}>
      <ActionForm
        call={call}
        page={`${here()}#new-account`}
        then={`/admin/bots/${bot.id}/channels?account={id}`}
        done="accountAdded"
        className="stack"
      >
        <Refusal title={t("channels.notDone")} />
        <input type="hidden" name="channel" value={channel} />
        <Field
          label={t(`messaging.a.${channel}`) /* i18n: messaging.a.* */}
          name="account"
          required
          maxLength={80}
          autoComplete="off"
          dir="ltr"
          help={t(`messaging.ah.${channel}`) /* i18n: messaging.ah.* */}
        />
        <CredentialFields channel={channel} />
        <Select
          label={t("messaging.environment")}
          name="environment"
          defaultValue={"live"}
          help={t("messaging.environmentHelp")}
          options={(["live", "test"] as const).map((value) => ({
            value,
            label: t(`messaging.e.${value}`), // i18n: messaging.e.*
          }))}
        />
        <OutletField />
        <p className="row">
          <Button type="submit" icon="plus">
            {t("messaging.addAccount")}
          </Button>
          <LinkButton to={here({ add: undefined })}>{t("messaging.cancel")}</LinkButton>
        </p>
      </ActionForm>
    </Card>
  );
}
