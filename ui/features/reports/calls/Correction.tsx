/** What was really said in a turn: counts for the share of wrong words. */
import { ActionForm, Button, Can, Card } from "../../../components";
import { TextArea } from "../../../components/fields";
import { Refusal } from "../../../components/forms/Refusal";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { callOf, type CallTurn, type WholeCall } from "./api";
import type { callGrammar } from "./query";

export function Correction({ call, turn }: { call: WholeCall; turn: CallTurn }) {
  const t = useText();
  const { here } = usePage<typeof callGrammar, "id">();
  const address = `${callOf(call.id)}/corrections`;
  return (
    <Can I="review" a="Conversation">
      <Card id="correct" title={t("calls.turn", { n: turn.number })}>
        <ActionForm call={address} page={`${here()}#correct`} done="corrected" className="stack" key={turn.number}>
          <Refusal fields={["turn"]} />
          <input type="hidden" name="turn" value={turn.number} />
          <TextArea
            label={t("calls.really")}
            name="text"
            dir="auto"
            maxLength={1000}
            required
            defaultValue={turn.corrected ?? turn.heard}
            help={t("calls.correctHelp", { n: call.corrected.turns, of: call.spoken })}
          />
          <p>
            <Button type="submit" icon="check">
              {t("calls.saveWords")}
            </Button>
          </p>
        </ActionForm>
      </Card>
    </Can>
  );
}
