/** What a bot answers from: its documents, the questions they did not answer, and the editor of its own answers. */
import { Trouble } from "../../../components";
import { later, usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import { workingApi } from "../flow/api";
import { BotFrame } from "../layout/BotFrame";
import { understandingApi } from "../understanding/api";
import type { knowledgeGrammar } from "./query";
import "./bot-documents.css";

const KnowledgeEditor = later(() => import("./KnowledgeEditor"), "KnowledgeEditor");
const KnowledgeFigures = later(() => import("./KnowledgeFigures"), "KnowledgeFigures");
const DocumentsCard = later(() => import("./DocumentsCard"), "DocumentsCard");
const ExtraNotes = later(() => import("../layout/ExtraNotes"), "ExtraNotes");
const DocumentView = later(() => import("./DocumentView"), "DocumentView");

/** The page: one document, or all that the bot answers from. */
export default function KnowledgePage() {
  const { query } = usePage<typeof knowledgeGrammar, "id">();
  return (
    <BotFrame>
      {(bot) => (query.document ? <DocumentView bot={bot} id={query.document} /> : <Knowledge bot={bot} />)}
    </BotFrame>
  );
}

/** Documents, and the editor once it is known what it edits. */
function Knowledge({ bot }: { bot: Bot }) {
  const result = workingApi.useWorkingCopyQuery(bot.id);
  const training = understandingApi.useTrainingQuery(bot.id);
  return (
    <>
      <Trouble of={result} />
      <Trouble of={training} />
      <ExtraNotes bot={bot.id} />
      <KnowledgeFigures bot={bot} />
      <DocumentsCard bot={bot} />
      {result.data && <KnowledgeEditor key={bot.id} bot={bot} copy={result.data} at={result.fulfilledTimeStamp} />}
    </>
  );
}
