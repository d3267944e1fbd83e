/** The questions a bot answers from what it knows: the page around the editor. */
import { Trouble } from "../../../components";
import { later, usePage } from "../../../page";
import { workingApi } from "../flow/api";
import { BotFrame } from "../layout/BotFrame";
import { understandingApi } from "../understanding/api";
import type { knowledgeGrammar } from "./query";

const KnowledgeEditor = later(() => import("./KnowledgeEditor"), "KnowledgeEditor");

/** The page in each of its states. */
export default function KnowledgePage() {
  const { params } = usePage<typeof knowledgeGrammar, "id">();
  const asked = workingApi.useWorkingCopyQuery(params.id);
  const training = understandingApi.useTrainingQuery(params.id);
  return (
    <BotFrame>
      {(bot) => (
        <>
          <Trouble of={asked} />
          <Trouble of={training} />
          {asked.data && <KnowledgeEditor key={params.id} bot={bot} copy={asked.data} at={asked.fulfilledTimeStamp} />}
        </>
      )}
    </BotFrame>
  );
}
