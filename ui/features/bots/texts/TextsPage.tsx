/** The texts of a bot in all its languages: the page around the editor. */
import { Trouble } from "../../../components";
import { later, usePage } from "../../../page";
import { workingApi } from "../flow/api";
import { BotFrame } from "../layout/BotFrame";
import { textsApi } from "./api";
import type { textsGrammar } from "./query";
import "./texts.css";

const TextsEditor = later(() => import("./TextsEditor"), "TextsEditor");

/** The page in each of its states. */
export default function TextsPage() {
  const { params } = usePage<typeof textsGrammar, "id">();
  const result = workingApi.useWorkingCopyQuery(params.id);
  const texts = textsApi.useTextsQuery(params.id);
  return (
    <BotFrame>
      {(bot) => (
        <>
          <Trouble of={result} />
          <Trouble of={texts} />
          {result.data && texts.data && (
            <TextsEditor
              key={params.id}
              bot={bot}
              copy={result.data}
              at={result.fulfilledTimeStamp}
              languages={texts.data.languages}
            />
          )}
        </>
      )}
    </BotFrame>
  );
}
