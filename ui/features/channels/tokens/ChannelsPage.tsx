/** The web channel of a bot: where its widget may stand, and the snippet that puts it there. */
import { ActionForm, Button, Can, Card, LinkButton, useCan } from "../../../components";
import { Field, TextArea } from "../../../components/fields";
import { Guarded } from "../../../components/forms/Guarded";
import { useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import type { Bot } from "../../bots/catalog/api";
import { BotFrame } from "../../bots/layout/BotFrame";
import { addressOf } from "../../bots/layout/tab";
import type { frameGrammar } from "../../bots/layout/query";
import { Refusal } from "../../../components/forms/Refusal";
import { tokensApi, tokensOf } from "./api";
import type { channelsGrammar } from "./query";
import { OutletField } from "./OutletField";
import "../../../styles/bot-channels.css";

const AccountsCard = later(() => import("./AccountsCard"), "AccountsCard");
const AccountView = later(() => import("./AccountView"), "AccountView");
const TokenCard = later(() => import("./TokenCard"), "TokenCard");

/** The page. */
export default function ChannelsPage() {
  return <BotFrame>{(bot) => <Channels bot={bot} />}</BotFrame>;
}

/** Tokens, a new one, the way to the theme. */
function Channels({ bot }: { bot: Bot }) {
  const t = useText();
  const { query } = usePage<typeof channelsGrammar>();
  const can = useCan();
  if (query.account && can("read", "Deployment"))
    return (
      <div className="bc">
        <AccountView bot={bot} id={query.account} />
      </div>
    );
  return (
    <Guarded className="bc">
      {(can("read", "Deployment") || can("read", "Token")) && <AccountsCard bot={bot} />}
      <Can I="read" a="Token">
        <Tokens bot={bot} />
      </Can>
      <Can I="read" a="Theme">
        <Card title={t("channels.theme")} lead={t("channels.themeLead")}>
          <LinkButton to={addressOf(bot.id, "theme")} icon="pencil">
            {t("channels.openTheme")}
          </LinkButton>
        </Card>
      </Can>
    </Guarded>
  );
}

/** A card for every web token, and the way to another. */
function Tokens({ bot }: { bot: Bot }) {
  const can = useCan();
  const result = tokensApi.useTokensQuery(bot.id);
  const tokens = result.data?.items.filter(({ kind }) => kind === "web");
  return (
    <>
      {tokens?.map((token) => (
        <TokenCard key={token.id} bot={bot} token={token} />
      ))}
      {bot.state !== "archived" && can("create", "Token") && <NewToken bot={bot} />}
    </>
  );
}

/** Another token, for another site. */
function NewToken({ bot }: { bot: Bot }) {
  const t = useText();
  const { here } = usePage<typeof frameGrammar & typeof channelsGrammar>();
  const call = tokensOf(bot.id);
  return (
    <Card id="new-token" title={t("channels.new")} lead={t("channels.newLead")}>
      <ActionForm
        call={call}
        page={`${here({ do: undefined, token: undefined })}#new-token`}
        then={`${here({ do: undefined, token: undefined })}#t{id}`}
        done="tokenMade"
        className="stack"
      >
        <Refusal title={t("channels.notDone")} />
        <input type="hidden" name="kind" value="web" />
        <Field
          label={t("channels.name")}
          name="name"
          required
          maxLength={60}
          autoComplete="off"
          help={t("channels.nameHelp")}
        />
        <TextArea
          label={t("channels.origins")}
          name="origins[]"
          rows={3}
          dir="ltr"
          spellCheck={false}
          help={t("channels.originsHelp")}
        />
        <OutletField />
        <p className="row">
          <Button type="submit" icon="plus">
            {t("channels.make")}
          </Button>
        </p>
      </ActionForm>
    </Card>
  );
}
