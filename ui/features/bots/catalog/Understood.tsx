/** What a file of another builder became, part by part, and what is chosen for the parts that were not understood. */
import { Card, Icon } from "../../../components";
import { Select } from "../../../components/fields";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { CHOICE_FIELD, CHOICES, type BotFile, type Choice } from "./types";

/** Parts shown at most; what is adapted comes first. */
const MOST = 200;

/** What takes the place of a node: a control of the form that makes the bot. */
export function ChoiceFor({ node, choices, label }: { node: string; choices: readonly Choice[]; label: string }) {
  const t = useText();
  const { form } = usePage();
  const name = `${CHOICE_FIELD}${node}`;
  const isCall = choices.includes("message");
  return (
    <Select
      form="new-bot"
      label={label}
      name={name}
      defaultValue={form?.values[name] ?? "placeholder"}
      options={choices.map((choice) => ({
        value: choice,
        label: t(`newbot.choice.${choice === "placeholder" && isCall ? "call" : choice}`), // i18n: newbot.choice.*
      }))}
    />
  );
}

/** The parts that were not understood: where, why, and what is put there. */
export function MissedCard({ held }: { held: BotFile }) {
  const t = useText();
  const f = useFormat();
  const missed = held.not_understood;
  if (missed.length === 0) return null;
  return (
    <Card title={t("newbot.missed")} lead={f.number(missed.length)} id="missed">
      <p className="quiet small">{t("newbot.missedText")}</p>
      <ul className="nb-parts rows gap-12 text-13">
        {missed.map(({ where, why, node, choices }, at) => (
          <li key={at}>
            <Icon name="circle-alert" size={16} />
            <div>
              <b>
                <bdi>{where}</bdi>
              </b>
              <span className="block small">{why}</span>
              {node && <ChoiceFor node={node} choices={choices} label={t("newbot.instead", { where })} />}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The parts that were understood: how many, and each with its node. */
export function UnderstoodCard({ held }: { held: BotFile }) {
  const t = useText();
  const f = useFormat();
  const adapted = held.understood.filter(({ note }) => note);
  const parts = [...adapted, ...held.understood.filter(({ note }) => !note)];
  if (parts.length === 0) return null;
  return (
    <Card
      title={t("newbot.understood")}
      lead={t("newbot.recognised", { builder: held.builder, version: held.version })}
    >
      <p className="small">
        {t("newbot.understoodText", { n: parts.length })} {t("newbot.adapted", { n: adapted.length })}
      </p>
      <details className="nb-all">
        <summary>{t("newbot.everyPart")}</summary>
        <ul className="nb-parts rows gap-12 text-13">
          {parts.slice(0, MOST).map(({ where, what, node, note }, at) => (
            <li key={at}>
              <Icon name={note ? "pencil" : "check"} size={16} />
              <div>
                <b>
                  <bdi>{where}</bdi>
                </b>{" "}
                <span className="small">{what}</span> {node && <code dir="ltr">{node}</code>}
                {note && <span className="block small quiet">{note}</span>}
              </div>
            </li>
          ))}
        </ul>
        {parts.length > MOST && (
          <p className="quiet small">{t("newbot.morePartsText", { n: f.number(parts.length - MOST) })}</p>
        )}
      </details>
    </Card>
  );
}

/** What was chosen before the bot was refused, to be chosen again. */
export function ChosenBefore({ values }: { values: Readonly<Record<string, string>> }) {
  const t = useText();
  const nodes = Object.keys(values).filter((name) => name.startsWith(CHOICE_FIELD));
  return nodes.map((name) => {
    const node = name.slice(CHOICE_FIELD.length);
    return <ChoiceFor key={name} node={node} choices={CHOICES} label={t("newbot.instead", { where: node })} />;
  });
}
