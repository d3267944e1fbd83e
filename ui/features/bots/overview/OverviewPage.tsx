/** A bot at a glance. */
import { Card, Facts, PageLink } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import type { Bot } from "../catalog/api";
import { BotFrame } from "../layout/BotFrame";

/** The page. */
export default function OverviewPage() {
  return <BotFrame>{(bot) => <Lately bot={bot} />}</BotFrame>;
}

/** How much it is used, and why it rests. */
function Lately({ bot }: { bot: Bot }) {
  const t = useText();
  const f = useFormat();
  return (
    <Card title={t("bot.lately")}>
      <Facts
        items={[
          ...(bot.state_reason ? [[t("bot.reason"), bot.state_reason] as const] : []),
          [
            t("bot.sessions28"),
            <PageLink key="s" to={`/reports/conversations?bot=${bot.id}`}>
              {f.number(bot.sessions_28d)}
            </PageLink>,
          ],
        ]}
      />
    </Card>
  );
}
