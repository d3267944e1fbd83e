/** The versions of a bot: the list to choose two from, what is different between them, and publishing the next one. */
import { Card, Trouble, useCan } from "../../../components";
import { useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import type { Bot, BotSummary } from "../catalog/api";
import { BotFrame } from "../layout/BotFrame";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import { PageRefusal } from "../../../components/forms/PageRefusal";
import { versionsApi, WORKING } from "./api";
import { comparedOf, NOTHING } from "./compared";
import type { versionsGrammar } from "./query";
import "./bot-replay.css";
import "./bot-versions.css";

const VersionList = later(() => import("./VersionList"), "VersionList");
const TakeBack = later(() => import("./VersionList"), "TakeBack");
const Changes = later(() => import("./Changes"), "Changes");
const Files = later(() => import("./Changes"), "Files");
const ReplayView = later(() => import("./ReplayView"), "ReplayView");
const ReplayCard = later(() => import("./ReplayCard"), "ReplayCard");
const ReviewCard = later(() => import("./ReviewCard"), "ReviewCard");
const SplitCard = later(() => import("./SplitCard"), "SplitCard");
const PublishCard = later(() => import("./PublishCard"), "PublishCard");

/** The page. */
export default function VersionsPage() {
  const { query } = usePage<typeof versionsGrammar>();
  return (
    <BotFrame>
      {(bot, summary) =>
        query.replay ? <ReplayView bot={bot} replay={query.replay} /> : <Versions bot={bot} summary={summary} />
      }
    </BotFrame>
  );
}

/** What is below the tabs. */
function Versions({ bot, summary }: { bot: Bot; summary: BotSummary | undefined }) {
  const t = useText();
  const can = useCan();
  const { query } = usePage<typeof versionsGrammar>();
  const compared = comparedOf(bot, query);
  const result = versionsApi.useChangesQuery({ bot: bot.id, ...compared });
  const publish = useOwnForm(`/api/v1/bots/${bot.id}/publish`);
  const name = (version: string) =>
    version === WORKING
      ? t("versions.workingCopy")
      : version === NOTHING
        ? t("versions.nothing")
        : t("bot.version", { n: Number(version) });
  return (
    <>
      <PageRefusal title={t("bot.notDone")} unless={publish.refused} />
      {summary?.has_backup && can("update", "Bot") && bot.state !== "archived" && <TakeBack bot={bot} />}
      <div className="vs">
        <VersionList bot={bot} summary={summary} compared={compared} />
        <Card
          className="vs-changes"
          title={t("versions.fromTo", { from: name(compared.from), to: name(compared.to) })}
          lead={result.data && compared.from !== NOTHING && t("versions.changes", { n: result.data.items.length })}
          aside={<Files bot={bot} version={compared.to} />}
          flush
        >
          <Trouble of={result} />
          {result.data && <Changes bot={bot} items={result.data.items} isFirst={compared.from === NOTHING} />}
        </Card>
        <div className="stack vs-side">
          {bot.approvals > 0 && bot.state !== "archived" && <ReviewCard bot={bot} />}
          {can("publish", "Bot") && bot.state !== "archived" && <PublishCard bot={bot} summary={summary} />}
          {bot.live_version !== null && <SplitCard bot={bot} />}
          {can("read", "Conversation") && bot.live_version !== null && <ReplayCard bot={bot} />}
        </div>
      </div>
    </>
  );
}
