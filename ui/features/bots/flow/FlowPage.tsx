/** A bot's flow: the page around its editor. */
import { PageHead, Trouble } from "../../../components";
import { useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import { botsApi } from "../catalog/api";
import { workingApi } from "./api";
import type { flowGrammar } from "./query";

const FlowEditor = later(() => import("./FlowEditor"), "FlowEditor");

/** The page in each of its states. */
export default function FlowPage() {
  const t = useText();
  const { params } = usePage<typeof flowGrammar, "id">();
  const bot = botsApi.useBotQuery(params.id);
  const asked = workingApi.useWorkingCopyQuery(params.id);
  return (
    <>
      <PageHead title={bot.data?.name ?? t("flow.title")} back={{ to: "/admin/bots", label: t("bots.title") }} />
      <Trouble of={bot} />
      <Trouble of={asked} />
      {asked.data && bot.data && <FlowEditor key={params.id} bot={bot.data} copy={asked.data} />}
    </>
  );
}
