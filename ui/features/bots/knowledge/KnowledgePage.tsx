/** What a bot answers from: its documents, the questions they did not answer, and the editor of its own answers. */
import { Trouble } from "../../../components";
import { later, usePage } from "../../../page";
import { workingApi } from "../flow/api";
import { BotFrame } from "../layout/BotFrame";
import { understandingApi } from "../understanding/api";
import type { knowledgeGrammar } from "./query";

const KnowledgeEditor = later(() => import("./KnowledgeEditor"), "KnowledgeEditor");
const DocumentsCard = later(() => import("./DocumentsCard"), "DocumentsCard");
const DocumentView = later(() => import("./DocumentView"), "DocumentView");

/** The page in each of its states. */
export default function KnowledgePage() {
  const { params, query } = usePage<typeof knowledgeGrammar, "id">();
  const asked = workingApi.useWorkingCopyQuery(params.id);
  const training = understandingApi.useTrainingQuery(params.id);
  return (
    <BotFrame>
      {(bot) =>
        query.document ? (
          <DocumentView bot={bot} id={query.document} />
        ) : (
          <>
            <Trouble of={asked} />
            <Trouble of={training} />
            <DocumentsCard bot={bot} />
            {asked.data && (
              <KnowledgeEditor key={params.id} bot={bot} copy={asked.data} at={asked.fulfilledTimeStamp} />
            )}
          </>
        )
      }
    </BotFrame>
  );
}
