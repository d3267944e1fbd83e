/**
 * The inbox: who waits at the side, longest first, and the conversation that its address names. The frame hears what
 * changes in it.
 */
import { Empty } from "../../components";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { Conversation } from "./Conversation";
import type { inboxGrammar } from "./query";
import { Side } from "./Side";
import { useClock } from "./useClock";
import "./inbox.css";

/** The page; on a phone it is either the list or the conversation. */
export default function InboxPage() {
  const t = useText();
  const { params } = usePage<typeof inboxGrammar, "id">();
  const id = params.id as string | undefined;
  const now = useClock();
  return (
    <div className={id ? "tk ib one" : "tk ib"}>
      <Side open={id} now={now} />
      {id ? (
        <Conversation key={id} id={id} now={now} />
      ) : (
        <div className="tk-none">
          <Empty icon="inbox" title={t("inbox.chooseTitle")}>
            {t("inbox.chooseText")}
          </Empty>
        </div>
      )}
    </div>
  );
}
