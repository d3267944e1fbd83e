/** The settings of a bot: what it is called, what it speaks, works towards, remembers, and when people are there. */
import { Card, LinkButton, Trouble, useCan } from "../../../components";
import { Guarded } from "../../../components/forms/Guarded";
import { useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import type { Bot, BotSummary } from "../catalog/api";
import { useMoves } from "../layout/moves";
import { BotFrame } from "../layout/BotFrame";
import type { frameGrammar } from "../layout/query";
import { botSettingsApi } from "./api";
import { General } from "./General";
import "./bot-settings.css";

const Languages = later(() => import("./Languages"), "Languages");
const Goals = later(() => import("./Goals"), "Goals");
const Variables = later(() => import("./Variables"), "Variables");
const Hours = later(() => import("./Hours"), "Hours");

/** The page. */
export default function SettingsPage() {
  return <BotFrame>{(bot, summary) => <Settings bot={bot} summary={summary} />}</BotFrame>;
}

/** The forms; who may not change the bot reads them. */
function Settings({ bot, summary }: { bot: Bot; summary: BotSummary | undefined }) {
  const can = useCan();
  const { form } = usePage();
  const result = botSettingsApi.useBotDocumentQuery(bot.id);
  const { data: flow } = result;
  const mayChange = can(bot.state === "draft" ? "update" : "publish", "Bot");
  const fixed = !can("update", "Bot") || bot.state === "archived";
  const revision = String(summary?.flow_revision ?? "");
  return (
    <Guarded className="bs" refused={form !== null}>
      {/* Nothing of a form that is disabled is sent, with or without script. */}
      <fieldset className="bs-all" disabled={fixed}>
        <fieldset className="bs-all" disabled={!mayChange}>
          <General bot={bot} />
        </fieldset>
        <Trouble of={result} />
        {flow && <Languages key={`l${revision}`} bot={bot} flow={flow} revision={revision} />}
        <Goals bot={bot} />
        {flow && <Variables key={`v${revision}`} bot={bot} flow={flow} revision={revision} />}
        {flow && <Hours key={`h${revision}`} bot={bot} flow={flow} revision={revision} />}
      </fieldset>
      <Danger bot={bot} />
    </Guarded>
  );
}

/** What takes the bot out of use. */
function Danger({ bot }: { bot: Bot }) {
  const t = useText();
  const can = useCan();
  const { here } = usePage<typeof frameGrammar>();
  const may = useMoves()(bot);
  if (bot.state === "archived" || !can("delete", "Bot")) return null;
  return (
    <Card title={t("botset.danger")} className="bs-danger">
      <p className="quiet">{t(may.archive ? "bot.archive.text" : "botset.pauseFirst")}</p>
      <p className="row">
        {may.archive ? (
          <LinkButton to={here({ do: "archive" })} variant="danger" icon="archive">
            {t("bot.archive.dots")}
          </LinkButton>
        ) : (
          may.pause && (
            <LinkButton to={here({ do: "pause" })} icon="pause">
              {t("bot.pause.dots")}
            </LinkButton>
          )
        )}
      </p>
    </Card>
  );
}
