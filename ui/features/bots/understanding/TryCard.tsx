/** Trying a phrase: what the model makes of it, and to which intent it belongs. */
import { useId, useState, type FormEvent } from "react";
import { ActionForm, Button, Card, Notice, Pill } from "../../../components";
import { useToast } from "../../../components/toasts/useToast";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { useEditor } from "../document/editor";
import { useLanguageName } from "../document/languageName";
import { intentTitle } from "../document/outline";
import { understandingApi } from "./api";
import { addPhrases, languageOf } from "./phrases";
import type { understandingGrammar } from "./query";
import { ASKS, type Band, type Parsed } from "./types";

const TONES: Readonly<Record<Band, "good" | "warn" | "quiet">> = { accept: "good", confirm: "warn", reject: "quiet" };

/** The card; without script the form is sent and the answer is shown this once. */
export function TryCard() {
  const t = useText();
  const id = useId();
  const { form, here } = usePage<typeof understandingGrammar, "id">();
  const { bot } = useEditor();
  const [parse, { data, error, isLoading }] = understandingApi.useParseMutation();
  const answer = form?.answer as { items?: Parsed[] } | undefined;
  const [text, setText] = useState(answer?.items?.[0]?.text ?? form?.values["texts[]"] ?? "");
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) void parse({ bot, texts: [text.trim()] });
  };
  const item = data?.items[0] ?? answer?.items?.[0];
  const problem = error as { detail?: string } | undefined;
  return (
    <Card title={t("understanding.try")} id="try" className="in-try">
      <ActionForm className="in-line flex" call={`/api/v1/bots/${bot}/parse`} page={`${here()}#try`} onSubmit={send}>
        <label className="sr" htmlFor={id}>
          {t("understanding.tryLabel")}
        </label>
        <input
          id={id}
          className="input"
          name="texts[]"
          dir="auto"
          maxLength={2000}
          autoComplete="off"
          placeholder={t("understanding.tryLabel")}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" busy={isLoading}>
          {t("understanding.tryIt")}
        </Button>
      </ActionForm>
      {problem && (
        <Notice tone="bad" title={t("understanding.notRead")}>
          {problem.detail ?? t("controls.noConnection")}
        </Notice>
      )}
      {item && <Answer item={item} />}
    </Card>
  );
}

/** The band, why, the candidates on their scale, and the values found. */
function Answer({ item }: { item: Parsed }) {
  const t = useText();
  const f = useFormat();
  const languageName = useLanguageName();
  const { document, language } = useEditor();
  const two = (score: number) => f.percent(score * 100, 0);
  const best = item.candidates[0];
  const titleOf = (name: string) => intentTitle(document, name, language);
  const asks = item.threshold * ASKS;
  const knowledge = item.knowledge;
  const answered = item.band === "reject" && knowledge !== null && knowledge.score >= knowledge.threshold;
  return (
    <div className="fl-stack" role="status">
      <p className="row">
        {/* i18n: understanding.band.* understanding.why.* */}
        <Pill tone={answered ? "good" : TONES[item.band]}>
          {t(answered ? "understanding.byKnowledge" : `understanding.band.${item.band}`)}
        </Pill>
        <span className="small quiet">
          {[
            item.language && languageName(item.language),
            f.list(
              item.engines.map((engine) => t(`understanding.engine.${engine}`) /* i18n: understanding.engine.* */),
            ),
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </p>
      <p className="small">
        {answered
          ? t("understanding.answersQuestion", { question: knowledge.question, score: two(knowledge.score) })
          : best
            ? t(`understanding.why.${item.band}`, {
                score: two(best.confidence),
                threshold: two(item.threshold),
                asks: two(asks),
                name: titleOf(best.name),
              })
            : t("understanding.noCandidates")}
      </p>
      {item.candidates.length > 0 && (
        <ul className="in-candidates rows gap-6">
          {item.candidates.slice(0, 5).map(({ name, confidence }) => (
            <li key={name}>
              <span dir="auto">{titleOf(name)}</span>
              <Scale score={confidence} threshold={item.threshold} asks={asks} />
              <span className="num">{two(confidence)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="in-values small">
        <span className="quiet">{t("understanding.valuesFound")}</span>
        <span>
          {item.entities.length === 0
            ? t("understanding.none")
            : item.entities.map(({ type, value, text: match }) => (
                <span key={`${type}${match}`} className="pill">
                  {t("understanding.value", { type, value: String(value) })}
                </span>
              ))}
        </span>
      </p>
      <Meaning key={item.text} item={item} />
    </div>
  );
}

/** A score between nothing and certain, with the two bounds between the bands. */
function Scale({ score, threshold, asks }: { score: number; threshold: number; asks: number }) {
  const x = (value: number) => Math.min(100, Math.max(0, value * 100));
  return (
    <svg className="in-scale" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect x="0" y="3" width="100" height="4" className="in-track" />
      <rect x="0" y="3" width={x(score)} height="4" className={score >= threshold ? "in-fill" : "in-fill low"} />
      <rect x={x(asks)} y="0" width="0.8" height="10" className="in-bound" />
      <rect x={x(threshold)} y="0" width="1.2" height="10" className="in-bound" />
    </svg>
  );
}

/** To which intent the phrase belongs. */
function Meaning({ item }: { item: Parsed }) {
  const t = useText();
  const id = useId();
  const { show } = useToast();
  const { bot, document, language, change, mayEdit } = useEditor();
  const { here } = usePage<typeof understandingGrammar, "id">();
  const names = Object.keys(document.intents ?? {});
  const [meant, setMeant] = useState(item.candidates[0]?.name ?? names[0] ?? "");
  const titleOf = (name: string) => intentTitle(document, name, language);
  const { text } = item;
  const spoken = languageOf(document, text, item.language);
  if (!mayEdit || names.length === 0) return null;
  const add = (event: FormEvent) => {
    event.preventDefault();
    const now = addPhrases(document, meant, [{ text, language: spoken }]);
    if (now === document) return show({ text: t("understanding.there") });
    change(now);
    show({
      text: t("understanding.phraseAdded", { name: titleOf(meant) }),
      action: { label: t("flow.undoIt"), do: () => change(document) },
    });
  };
  return (
    <ActionForm className="in-line flex" call={`/api/v1/bots/${bot}/phrases`} page={here()} done="added" onSubmit={add}>
      <input type="hidden" name="phrases[]" value={text} />
      <input type="hidden" name="language" value={spoken} />
      <label className="small" htmlFor={id}>
        {t("understanding.means")}
      </label>
      <select
        id={id}
        className="input select"
        name="intent"
        value={meant}
        onChange={(event) => setMeant(event.target.value)}
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {titleOf(name)}
          </option>
        ))}
      </select>
      <Button type="submit">{t("understanding.addPhrase")}</Button>
    </ActionForm>
  );
}
