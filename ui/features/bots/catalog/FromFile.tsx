/** A bot out of a file: what the file holds is seen before a bot is made of it. */
import { ActionForm, Button, Card, Icon, Notice } from "../../../components";
import { Facts } from "../../../components/Facts";
import { Steps } from "../../../components/data/Steps";
import { Field } from "../../../components/fields";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { newBotGrammar } from "./query";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import type { Issue } from "../layout/issues";
import { useIssueWords } from "../layout/useIssueWords";
import type { BotFile } from "./types";

const CALL = "/api/v1/bot-files";

/** The form that takes the file, and why it was refused: each path of the document with what is wrong there. */
export function FileCard() {
  const t = useText();
  const { here } = usePage<typeof newBotGrammar>();
  const { errors, failed } = useOwnForm(CALL);
  const paths = Object.entries(errors).filter(([path]) => path !== "file");
  return (
    <Card title={t("newbot.fromFile")} lead={t("newbot.fileLead")} id="file">
      {(failed || paths.length > 0) && (
        <Notice tone="bad" focus title={t("newbot.noBotFile")}>
          {failed}
          {paths.length > 0 && (
            <ul className="nb-paths">
              {paths.map(([path, messages]) => (
                <li key={path}>
                  <code dir="ltr">{path}</code> <span>{messages.join(" ")}</span>
                </li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <ActionForm call={CALL} page={here()} encType="multipart/form-data" className="nb-file">
        <Field
          label={t("newbot.file")}
          name="file"
          type="file"
          required
          accept=".json,.yaml,.yml,.zip,.tgz"
          help={t("newbot.fileHelp")}
        />
        <Button type="submit" icon="eye">
          {t("newbot.lookInto")}
        </Button>
      </ActionForm>
    </Card>
  );
}

/** Where one is on the way from a file to a bot: nothing is made before the last step. */
export function FileSteps({ held }: { held: BotFile }) {
  const t = useText();
  return (
    <Steps
      label={t("newbot.steps")}
      steps={[
        { key: "file", label: t("newbot.file"), note: held.name, state: "done" },
        { key: "check", label: t("newbot.check"), note: t("newbot.checkNote"), state: "current" },
        { key: "name", label: t("newbot.nameStep"), state: "todo" },
        { key: "create", label: t("newbot.createStep"), note: t("newbot.createNote"), state: "todo" },
      ]}
    />
  );
}

/** What the file holds, and what is wrong with it; an unfinished bot can be made all the same. */
export function HeldCard({ held }: { held: BotFile }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const names = new Intl.DisplayNames(session.locale, { type: "language" });
  const { inside } = held;
  return (
    <Card title={t("newbot.holds")} lead={held.name}>
      <Facts
        items={[
          [t("newbot.nodes"), String(inside.nodes)],
          [t("newbot.knows"), t("newbot.knowsText", { intents: inside.intents, phrases: inside.phrases })],
          [t("newbot.answers"), t("newbot.answersText", { n: inside.answers })],
          [t("newbot.goals"), inside.goals.join(f.comma) || "—"],
          [
            t("newbot.speaks"),
            inside.texts
              .map(({ language, done, of }) =>
                t("newbot.textsDone", { language: names.of(language) ?? language, done, of }),
              )
              .join(f.comma),
          ],
        ]}
      />
      <p className="small quiet">{t("newbot.notInFile")}</p>
      <Issues title={t("newbot.toFix", { n: held.errors.length })} issues={held.errors} />
      <Issues title={t("newbot.warnings", { n: held.warnings.length })} issues={held.warnings} />
    </Card>
  );
}

/** What keeps a bot from being published, or only makes it worse. */
function Issues({ title, issues }: { title: string; issues: readonly Issue[] }) {
  const words = useIssueWords();
  if (issues.length === 0) return null;
  return (
    <>
      <h3 className="nb-h">{title}</h3>
      <ul className="nb-issues rows gap-6 text-13">
        {issues.map((issue, at) => (
          <li key={at} className={issue.level === "error" ? "is-error" : "is-warning"}>
            <Icon name={issue.level === "error" ? "circle-alert" : "triangle-alert"} size={16} />
            <span>
              {words(issue)} <code dir="ltr">{issue.path}</code>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
