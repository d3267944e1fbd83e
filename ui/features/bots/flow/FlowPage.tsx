/** A bot's flow: the page around its editor. */
import { Trouble } from "../../../components";
import { later, usePage } from "../../../page";
import { BotFrame } from "../layout/BotFrame";
import { workingApi } from "./api";
import type { flowGrammar } from "./query";
import "../../../styles/bot-media.css";
import "./canvas.css";

const FlowEditor = later(() => import("./FlowEditor"), "FlowEditor");

/** The page in each of its states. */
export default function FlowPage() {
  const { params } = usePage<typeof flowGrammar, "id">();
  const result = workingApi.useWorkingCopyQuery(params.id);
  return (
    <BotFrame>
      {(bot) => (
        <>
          <Trouble of={result} />
          {result.data && <FlowEditor key={params.id} bot={bot} copy={result.data} at={result.fulfilledTimeStamp} />}
        </>
      )}
    </BotFrame>
  );
}
