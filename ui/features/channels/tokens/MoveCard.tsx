/** Another bot for an account: its address at the provider and its threads stay. */
import { ActionForm, Button, Card } from "../../../components";
import { Select } from "../../../components/fields";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { ALL_BOTS, botsApi, type Bot } from "../../bots/catalog/api";
import { addressOf } from "../../bots/layout/tab";
import { Refusal } from "../../../components/forms/Refusal";
import { deploymentsOf, type Deployment } from "../messaging/api";
import type { channelsGrammar } from "./query";

/** The card; nothing where the client has no other bot. */
export function MoveCard({ bot, row }: { bot: Bot; row: Deployment }) {
  const t = useText();
  const { here } = usePage<typeof channelsGrammar>();
  const { data } = botsApi.useBotsQuery(ALL_BOTS);
  const call = `${deploymentsOf(bot.id)}/${row.id}/move`;
  const others = (data?.items ?? []).filter(
    ({ id, client, state }) => id !== bot.id && client.id === bot.client.id && state !== "archived",
  );
  if (others.length === 0) return null;
  return (
    <Card id="move" title={t("messaging.move")} lead={t("messaging.moveLead")}>
      <ActionForm
        call={call}
        page={`${here()}#move`}
        then={addressOf(bot.id, "channels")}
        done="accountMoved"
        className="stack"
      >
        <Refusal />
        <Select
          label={t("messaging.moveTo")}
          name="bot"
          required
          help={t("messaging.moveHelp")}
          options={[
            { value: "", label: t("messaging.moveChoose") },
            ...others.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <p className="row">
          <Button type="submit">{t("messaging.moveIt")}</Button>
        </p>
      </ActionForm>
    </Card>
  );
}
