/** Who answers what a flow has no answer for: the order, how each is asked, a test, and what was compared. */
import { Trouble, useCan } from "../../../components";
import { Guarded } from "../../../components/forms/Guarded";
import type { Bot } from "../catalog/api";
import { BotFrame } from "../layout/BotFrame";
import { handlersApi } from "./api";
import { HandlerForm } from "./HandlerForm";
import { ShadowCard } from "./ShadowCard";
import { TestCard } from "./TestCard";
import "./bot-handler.css";

/** The page. */
export default function HandlerPage() {
  return <BotFrame>{(bot) => <Handler bot={bot} />}</BotFrame>;
}

/** The form, and beside it the test. */
function Handler({ bot }: { bot: Bot }) {
  const can = useCan();
  const result = handlersApi.useHandlersQuery(bot.id);
  const may = can("publish", "Bot") && bot.state !== "archived";
  return (
    <Guarded className="columns bh">
      <Trouble of={result} />
      {result.data && <HandlerForm key={result.data.revision} bot={bot} handlers={result.data} fixed={!may} />}
      <div className="bh-side">
        {may && <TestCard bot={bot} />}
        {can("read", "Conversation") && <ShadowCard bot={bot} />}
      </div>
    </Guarded>
  );
}
