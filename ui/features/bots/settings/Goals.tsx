/** What a bot works towards, and the goal that makes its rate of completion. */
import { ActionForm, Button, Card, Notice, Trouble } from "../../../components";
import { Field, Radio } from "../../../components/fields";
import { ChoiceGroup } from "../../../components/fields/choices";
import { codeWords } from "../../../lib/codes";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import type { frameGrammar } from "../layout/query";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import { botSettingsApi } from "./api";

/** The goals: which is the top one, and another. */
export function Goals({ bot }: { bot: Bot }) {
  const t = useText();
  const { here } = usePage<typeof frameGrammar>();
  const result = botSettingsApi.useBotGoalsQuery(bot.id);
  const goals = result.data?.items ?? [];
  const call = `/api/v1/bots/${bot.id}/goals`;
  const top = useOwnForm(`${call}/top`);
  const added = useOwnForm(call);
  const page = `${here({ do: undefined })}#goals`;
  return (
    <Card id="goals" title={t("botset.goals")} lead={t("botset.goalsLead")}>
      <div className="stack">
        <Trouble of={result} />
        {top.problem && (
          <Notice tone="bad" focus title={t("botset.notSaved")}>
            {top.problem.detail}
          </Notice>
        )}
        {goals.length === 0 ? (
          <p className="quiet">{t("botset.noGoals")}</p>
        ) : (
          <ActionForm call={`${call}/top`} page={page} done="topChosen" className="stack">
            <ChoiceGroup radio legend={t("botset.topGoal")} help={t("botset.topGoalHelp")} fields={["goal"]}>
              <Radio
                name="goal"
                value=""
                defaultChecked={!goals.some((goal) => goal.top)}
                label={t("botset.everyGoal")}
              />
              {goals.map((goal) => (
                <Radio
                  key={goal.id}
                  name="goal"
                  value={goal.id}
                  defaultChecked={goal.top}
                  label={codeWords(goal.name)}
                />
              ))}
            </ChoiceGroup>
            <p className="row">
              <Button type="submit">{t("botset.chooseTop")}</Button>
            </p>
          </ActionForm>
        )}
        <ActionForm call={call} page={page} done="goalAdded" className="bs-add">
          <Field
            label={t("botset.newGoal")}
            name="name"
            required
            maxLength={80}
            autoComplete="off"
            dir="ltr"
            defaultValue={added.values.name}
            help={t("botset.newGoalHelp")}
            error={added.errors.name ?? (added.failed ? [added.failed] : undefined)}
          />
          <Button type="submit" icon="plus">
            {t("botset.addGoal")}
          </Button>
        </ActionForm>
      </div>
    </Card>
  );
}
