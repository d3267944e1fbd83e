/** A bot at a glance: how it does today and in a week, what it misses, what is to be fixed, its versions. */
import { Notice, useCan } from "../../../components";
import { useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import type { Bot, BotSummary } from "../catalog/api";
import { BotFrame, useHasTab } from "../layout/BotFrame";
import { momentOf, overviewApi } from "./api";
import type { overviewGrammar } from "./query";
import "./bot-overview.css";
import "../../reports/shell/reports.css";

const NowStrip = later(() => import("../../reports/shell/NowStrip"), "NowStrip");
const Figures = later(() => import("./Figures"), "Figures");
const FirstSteps = later(() => import("./FirstSteps"), "FirstSteps");
const ToFix = later(() => import("./ToFix"), "ToFix");
const Inside = later(() => import("./Inside"), "Inside");
const MissesCard = later(() => import("./Misses"), "MissesCard");
const VersionsCard = later(() => import("./VersionsCard"), "VersionsCard");
const ChannelsCard = later(() => import("./ChannelsCard"), "ChannelsCard");
const HoursCard = later(() => import("./HoursCard"), "HoursCard");
const Sources = later(() => import("./HoursCard"), "Sources");
const TeachDialog = later(() => import("./TeachDialog"), "TeachDialog");

/** The page. */
export default function OverviewPage() {
  return <BotFrame>{(bot, summary) => <Overview bot={bot} summary={summary} />}</BotFrame>;
}

/** What is below the tabs. */
function Overview({ bot, summary }: { bot: Bot; summary: BotSummary | undefined }) {
  const t = useText();
  const can = useCan();
  const has = useHasTab();
  const { query } = usePage<typeof overviewGrammar>();
  const figures = overviewApi.useBotFiguresQuery(bot.id, { skip: !can("read", "Dashboard") });
  const data = figures.data?.visible ? figures.data : undefined;
  const isHidden = figures.data?.visible === false;
  return (
    <>
      {isHidden && <Notice tone="info">{t("overview.notYours")}</Notice>}
      {data && bot.live_version !== null && <NowStrip of={momentOf(bot.id)} />}
      {can("read", "Dashboard") && !isHidden && <Figures result={figures} />}
      <div className="bp">
        <div className="bp-side">
          {summary && <FirstSteps bot={bot} summary={summary} />}
          {summary && <ToFix bot={bot} summary={summary} />}
        </div>
        <div className="stack bp-main">
          {data && <HoursCard today={data.today} />}
          {can("read", "Conversation") && !isHidden && <MissesCard bot={bot} />}
          <VersionsCard bot={bot} summary={summary} figures={data?.versions} />
        </div>
        <div className="bp-side bp-inside">
          {data && has("channels") && <ChannelsCard bot={bot} channels={data.channels} />}
          {summary && <Inside bot={bot} summary={summary} />}
        </div>
      </div>
      {data && <Sources figures={data} />}
      {query.miss && can("update", "Bot") && <TeachDialog key={query.miss + query.as} bot={bot} />}
    </>
  );
}
