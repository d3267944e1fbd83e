/** The editor of questions and answers, with a question to try. */
import { usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import { QuestionsCard } from "./QuestionsCard";
import { Workbench } from "../document/Workbench";
import type { WorkingCopy } from "../flow/api";
import { AnswerRows } from "./AnswerRows";
import { AskCard } from "./AskCard";
import type { knowledgeGrammar } from "./query";

/** The editor of a bot's working copy, as far as it is about questions and answers. */
export function KnowledgeEditor(props: { bot: Bot; copy: WorkingCopy; at: number | undefined }) {
  const { query } = usePage<typeof knowledgeGrammar, "id">();
  return (
    <Workbench
      {...props}
      lang={query.lang}
      of="Text"
      side={() => (
        <>
          <AskCard />
          <QuestionsCard bot={props.bot} />
        </>
      )}
    >
      <AnswerRows />
    </Workbench>
  );
}
