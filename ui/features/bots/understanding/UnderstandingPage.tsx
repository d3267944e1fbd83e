/** What a bot understands: the page around its editor. */
import { Trouble } from "../../../components";
import { later, usePage } from "../../../page";
import { workingApi } from "../flow/api";
import { BotFrame } from "../layout/BotFrame";
import { understandingApi } from "./api";
import type { understandingGrammar } from "./query";

const IntentEditor = later(() => import("./IntentEditor"), "IntentEditor");
const ExtraNotes = later(() => import("../layout/ExtraNotes"), "ExtraNotes");

/** The page in each of its states. */
export default function UnderstandingPage() {
  const { params } = usePage<typeof understandingGrammar, "id">();
  const result = workingApi.useWorkingCopyQuery(params.id);
  const training = understandingApi.useTrainingQuery(params.id);
  return (
    <BotFrame>
      {(bot) => (
        <>
          <Trouble of={result} />
          <Trouble of={training} />
          <ExtraNotes bot={params.id} />
          {result.data && <IntentEditor key={params.id} bot={bot} copy={result.data} at={result.fulfilledTimeStamp} />}
        </>
      )}
    </BotFrame>
  );
}
