/** Making a bot: from a template whose conversation one sees, from a file one sees into first, or from nothing. */
import { LinkButton, PageHead, Segments, Trouble } from "../../../components";
import { Guarded } from "../../../components/forms/Guarded";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import { botListApi } from "./listApi";
import { FileCard, FileSteps, HeldCard } from "./FromFile";
import { NewBotForm } from "./NewBotForm";
import type { newBotGrammar } from "./query";
import { TemplateCard } from "./TemplateCard";
import { SPEECH, type BotFile } from "./types";
import { ChosenBefore, MissedCard, UnderstoodCard } from "./Understood";
import "./bots.css";

/** The page. */
export default function NewBotPage() {
  const t = useText();
  const { query, form, here } = usePage<typeof newBotGrammar>();
  const templates = botListApi.useBotTemplatesQuery();
  const previews = botListApi.useBotPreviewsQuery(query.speech);
  const making = useOwnForm("/api/v1/bots");
  const held = form?.answer as BotFile | undefined;
  const flow = held ? JSON.stringify(held.flow) : making.values.flow;
  return (
    <>
      <PageHead
        title={t("newbot.title")}
        lead={t("newbot.newLead")}
        back={{ to: "/admin/bots", label: t("newbot.bots") }}
        actions={
          flow === undefined && (
            <Segments
              label={t("newbot.previewIn")}
              items={SPEECH.map((language) => ({
                label: t(`newbot.speech.${language}`), // i18n: newbot.speech.*
                to: here({ speech: language }),
                current: query.speech === language,
              }))}
            />
          )
        }
      />
      <div className="columns nb">
        <div className="stack">
          <Trouble of={templates} />
          <Trouble of={previews} />
          {flow === undefined ? (
            <>
              <div className="nb-starts rows gap-16" role="radiogroup" aria-label={t("newbot.start")}>
                {templates.data?.items.map((template) => (
                  <TemplateCard
                    key={template.id}
                    template={template}
                    preview={previews.data?.items.find(({ id }) => id === template.id)}
                    chosen={(making.values.template ?? query.from) === template.id}
                  />
                ))}
                <NothingCard
                  chosen={(making.values.template ?? query.from) === "nothing" || making.values.template === ""}
                />
              </div>
              <FileCard />
            </>
          ) : (
            <>
              {held && (
                <>
                  <FileSteps held={held} />
                  <UnderstoodCard held={held} />
                  <MissedCard held={held} />
                  <HeldCard held={held} />
                </>
              )}
              {!held && <ChosenBefore values={making.values} />}
              <LinkButton to={here()} icon="arrow-left" className="nb-other">
                {t("newbot.otherStart")}
              </LinkButton>
            </>
          )}
        </div>
        <Guarded call="/api/v1/bots" className="nb-form">
          <NewBotForm flow={flow} name={held?.name} language={held?.inside.texts[0]?.language} />
        </Guarded>
      </div>
    </>
  );
}

/** The start without anything. */
function NothingCard({ chosen }: { chosen: boolean }) {
  const t = useText();
  return (
    <section className="card nb-start">
      <label className="choice nb-pick">
        <input type="radio" name="template" value="" form="new-bot" defaultChecked={chosen} />
        <b>{t("newbot.fromNothing")}</b>
      </label>
      <p className="quiet small">{t("newbot.fromNothingText")}</p>
    </section>
  );
}
