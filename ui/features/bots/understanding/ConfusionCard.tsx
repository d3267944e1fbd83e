/** Which phrases the check has taken for another intent, pair by pair. */
import { entryOf } from "../../../lib/entryOf";
import { Button, Card } from "../../../components";
import { useToast } from "../../../components/toasts/useToast";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { EditorLink, useEditor } from "../document/editor";
import { intentTitle } from "../document/outline";
import { movePhrase } from "./phrases";
import type { understandingGrammar } from "./query";
import type { Confusion } from "./types";
import { useTraining } from "./useTraining";

/** How many pairs are seen at first. */
const SHOWN = 5;

/** The pairs, the one with most phrases open. */
export function ConfusionCard() {
  const t = useText();
  const { document, language } = useEditor();
  const { training } = useTraining();
  const confusions = (training?.confusions ?? []).filter(({ intent }) => Object.hasOwn(document.intents ?? {}, intent));
  const titleOf = (name: string | null) =>
    name === null ? t("flow.p.knowledge") : intentTitle(document, name, language);
  if (!training?.trained_at) return null;
  const all = confusions.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card
      title={t("understanding.confusion")}
      lead={t("understanding.confused", { n: all })}
      id="confusion"
      className="in-confusion"
    >
      {confusions.length === 0 && <p className="quiet">{t("understanding.noConfusion")}</p>}
      {confusions.slice(0, SHOWN).map((pair, at) => (
        <Pair key={`${pair.intent}:${pair.taken_for}`} pair={pair} open={at === 0} titleOf={titleOf} />
      ))}
      {confusions.length > SHOWN && (
        <details className="in-rest">
          <summary>{t("understanding.morePairs", { n: confusions.length - SHOWN })}</summary>
          {confusions.slice(SHOWN).map((pair) => (
            <Pair key={`${pair.intent}:${pair.taken_for}`} pair={pair} open={false} titleOf={titleOf} />
          ))}
        </details>
      )}
    </Card>
  );
}

/** One pair with some of its phrases. */
function Pair({ pair, open, titleOf }: { pair: Confusion; open: boolean; titleOf: (name: string | null) => string }) {
  const t = useText();
  return (
    <details open={open} className="in-pair">
      <summary>
        <span>{t("understanding.pair", { one: titleOf(pair.intent), other: titleOf(pair.taken_for) })}</span>
        <span className="small quiet">{t("flow.phrases", { n: pair.count })}</span>
      </summary>
      <ul>
        {pair.phrases.map((phrase) => (
          <Confused key={phrase} phrase={phrase} pair={pair} titleOf={titleOf} />
        ))}
      </ul>
      {pair.count > pair.phrases.length && (
        <p className="small quiet">{t("understanding.more", { n: pair.count - pair.phrases.length })}</p>
      )}
    </details>
  );
}

/** A phrase that was taken for another intent: it is moved there, or looked at. */
function Confused({
  phrase,
  pair,
  titleOf,
}: {
  phrase: string;
  pair: Confusion;
  titleOf: (name: string | null) => string;
}) {
  const t = useText();
  const { show } = useToast();
  const { here } = usePage<typeof understandingGrammar, "id">();
  const { document, change, mayEdit } = useEditor();
  const { intent, taken_for: other } = pair;
  const moved = other === null ? document : movePhrase(document, phrase, intent, other);
  const isThere = Object.values(entryOf(document.intents, intent)?.phrases ?? {}).some((list) => list.includes(phrase));
  const move = () => {
    change(moved);
    show({
      text: t("understanding.moved", { name: titleOf(other) }),
      action: { label: t("flow.undoIt"), do: () => change(document) },
    });
  };
  return (
    <li>
      <bdi className={isThere ? undefined : "quiet"}>{phrase}</bdi>
      <span className="small quiet">{t("understanding.filed", { name: titleOf(intent) })}</span>
      <span className="row">
        {!isThere && <span className="small quiet">{t("understanding.changedSince")}</span>}
        {isThere && other !== null && mayEdit && Object.hasOwn(document.intents ?? {}, other) && (
          <Button size="s" className="scripted" onClick={move}>
            {t("understanding.moveTo", { name: titleOf(other) })}
          </Button>
        )}
        <EditorLink to={`${here({ intent })}#intent`}>{t("understanding.look")}</EditorLink>
      </span>
    </li>
  );
}
