/** Everything else one can do with the bot of a page, behind one button. */
import { ActionMenu } from "../../../components/floats/ActionMenu";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import { BotMenu } from "./BotActions";
import type { frameGrammar } from "./query";

/** The button and its menu. */
export function BotMore({ bot }: { bot: Bot }) {
  const t = useText();
  const { here } = usePage<typeof frameGrammar>();
  return (
    <ActionMenu label={t("bot.more", { bot: bot.name })} icon="ellipsis" align="end" className="button icon-only">
      <BotMenu bot={bot} to={(what) => here({ do: what })} page={here({ do: undefined })} />
    </ActionMenu>
  );
}
