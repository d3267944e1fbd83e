/** Publishing the working copy: what is in the way, the note, and whether it answers at once. */
import { ActionForm, Button, Card, Icon, Notice, PageLink, useCan } from "../../../components";
import { Checkbox, Field } from "../../../components/fields";
import { CountedTextArea } from "../../../components/fields/CountedTextArea";
import { Guarded } from "../../../components/forms/Guarded";
import { useFormat, useText } from "../../../lib/i18n";
import type { Obstacle } from "../../../lib/problem";
import { usePage } from "../../../page";
import type { Bot, BotSummary } from "../catalog/api";
import { useHasTab } from "../layout/BotFrame";
import { IssueList } from "../layout/IssueList";
import { placeOf } from "../layout/issues";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import type { versionsGrammar } from "./query";
import { Readiness } from "./Readiness";

const NOTE_LENGTH = 500;

/** The card that “Publish” leads to. */
export function PublishCard({ bot, summary }: { bot: Bot; summary: BotSummary | undefined }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof versionsGrammar>();
  const call = `/api/v1/bots/${bot.id}/publish`;
  const { values, errors, problem, refused } = useOwnForm(call);
  const next = (summary?.newest?.number ?? 0) + 1;
  const issues = summary ? [...summary.errors, ...summary.warnings] : [];
  const isFirst = bot.live_version === null;
  // A failing case keeps a version back until a person says why it may go out all the same.
  const isHeld = problem?.obstacles?.some(({ overridable }) => overridable) || "override.reason" in errors;
  return (
    <Card
      id="publish"
      className="pb"
      title={t("versions.publishVersion", { n: next })}
      lead={summary && t("versions.changes", { n: summary.changes })}
    >
      <Guarded refused={refused} className="stack">
        {problem && !errors.note && !errors["override.reason"] && (
          <Notice tone="bad" focus title={t("versions.notPublishedNow")}>
            {problem.obstacles ? (
              <Obstacles bot={bot} summary={summary} obstacles={problem.obstacles} />
            ) : (
              problem.detail
            )}
          </Notice>
        )}
        <section className="pb-check" aria-label={t("versions.checks")}>
          <p>
            <Icon name={summary?.errors.length ? "circle-alert" : "circle-check"} size={16} />{" "}
            <b>{t("versions.checks")}</b>{" "}
            {summary && (
              <span className="quiet">
                {t("bot.errors", { n: summary.errors.length })}
                {f.comma}
                {t("bot.warnings", { n: summary.warnings.length })}
              </span>
            )}
          </p>
          {issues.length > 0 && <IssueList bot={bot.id} issues={issues} />}
          <Readiness bot={bot} summary={summary} />
        </section>
        <ActionForm call={call} page={here({ from: undefined, to: undefined })} done="published" className="stack">
          <CountedTextArea
            label={t("versions.noteLabel")}
            name="note"
            rows={3}
            required
            maxLength={NOTE_LENGTH}
            help={t("versions.noteHelp")}
          />
          {!isFirst && (
            <>
              <input type="hidden" name="live" value="0" />
              <Checkbox name="live" value="1" defaultChecked={values.live !== "0"} label={t("versions.liveAtOnce")} />
            </>
          )}
          {isHeld && (
            <Field
              label={t("versions.override")}
              name="override.reason"
              maxLength={500}
              autoComplete="off"
              help={t("versions.overrideHelp")}
            />
          )}
          <Button type="submit" variant="primary" icon="send">
            {t("versions.publishVersion", { n: next })}
          </Button>
          <p className="small quiet">
            {isFirst ? t("versions.firstGoesLive") : t("versions.staysAway", { n: bot.live_version ?? 0 })}
          </p>
        </ActionForm>
      </Guarded>
    </Card>
  );
}

interface ObstaclesProps {
  bot: Bot;
  summary: BotSummary | undefined;
  obstacles: readonly Obstacle[];
}

/** All that is in the way, each with the way to where it is put right. */
function Obstacles({ bot, summary, obstacles }: ObstaclesProps) {
  const t = useText();
  const can = useCan();
  const has = useHasTab();
  const issue = summary?.errors[0];
  const linkOf = ({ code, link }: Obstacle) => {
    if (code === "invalid_flow") return issue && placeOf(bot.id, issue, has);
    if (code === "failing_cases" && !has("cases")) return null;
    return code.startsWith("replay_") && !can("read", "Conversation") ? null : link;
  };
  return (
    <ul className="pb-in-way">
      {obstacles.map((obstacle) => {
        const link = linkOf(obstacle);
        return (
          <li key={obstacle.code}>
            {obstacle.detail}{" "}
            {link && (
              <PageLink to={link} aria-label={t("bot.openIssue", { what: obstacle.detail })}>
                {t("bot.open")}
              </PageLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}
