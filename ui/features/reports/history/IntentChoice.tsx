/** The intents a turn could have been, the likeliest first, found by a part of their name. */
import { useEffect, useId, useState } from "react";
import { useFormat, useText } from "../../../lib/i18n";
import { entryOf } from "../../../lib/entryOf";

interface Props {
  names: readonly string[];
  titles: Readonly<Record<string, string>>;
  /** How sure the bot was of some of them. */
  scores: Readonly<Record<string, number>>;
  chosen: string;
  onChoose: (name: string) => void;
  error: readonly string[] | undefined;
}

/** Words narrow the list with script; without it the whole list is there. */
export function IntentChoice({ names, titles, scores, chosen, onChoose, error }: Props) {
  const t = useText();
  const f = useFormat();
  const id = useId();
  const [words, setWords] = useState("");
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  const scoreOf = (name: string) => entryOf(scores, name);
  const needles = words.toLowerCase().split(/\s+/);
  const matches = names.filter((name) =>
    needles.every((word) => `${name} ${entryOf(titles, name)}`.toLowerCase().includes(word)),
  );
  return (
    <fieldset className="tf-intents">
      <legend className="sr">{t("conversations.what.intent")}</legend>
      {isAlive && (
        <label className="tf-find">
          <span className="sr">{t("conversations.findIntent")}</span>
          <input
            className="input"
            type="search"
            placeholder={t("conversations.findIntent")}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
          <span className="small quiet">{t("conversations.nIntents", { n: names.length })}</span>
        </label>
      )}
      <div className="tf-list">
        {matches.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="intent"
              value={name}
              checked={chosen === name}
              onChange={() => onChoose(name)}
              aria-describedby={error ? `${id}e` : undefined}
            />
            <span dir="auto">{entryOf(titles, name) ?? name}</span>
            {scoreOf(name) !== undefined && <span className="num">{f.percent(scoreOf(name)! * 100, 0)}</span>}
          </label>
        ))}
        {matches.length === 0 && <p className="small quiet">{t("conversations.noIntent")}</p>}
      </div>
      {error && (
        <p className="error" id={`${id}e`}>
          {error.join(" ")}
        </p>
      )}
    </fieldset>
  );
}
