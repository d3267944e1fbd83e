/** The difference of two documents, in words: by what it is about, with texts of before and after in one line. */
import type { ReactNode } from "react";
import { Icon } from "../../../components";
import { Text, useText } from "../../../lib/i18n";
import { PageLink, usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import { useHasTab } from "../layout/BotFrame";
import { addressOf } from "../layout/tab";
import type { Change } from "./api";
import { AREAS, areaOf, phrasesOf, type Phrases } from "./sorted";

const ICONS = { added: "plus", removed: "minus", changed: "pencil" } as const;

/** Every area with something different. */
export function Changes({ bot, items }: { bot: Bot; items: readonly Change[] }) {
  const t = useText();
  if (items.length === 0) return <p className="quiet bp-pad">{t("versions.noChanges")}</p>;
  return AREAS.map((area) => {
    const own = items.filter((change) => areaOf(change) === area);
    if (own.length === 0) return null;
    const { phrases, others } = phrasesOf(own);
    return (
      <section key={area} className="ch">
        <h3>
          {t(`versions.ch.${area}`) /* i18n: versions.ch.* */}{" "}
          <span className="quiet">{t("versions.changes", { n: others.length + phrases.length })}</span>
        </h3>
        <ul>
          {others.map((change, at) => (
            <One key={at} bot={bot} change={change} />
          ))}
          {phrases.map((group) => (
            <Said key={`${group.intent}${group.language}${group.change}`} bot={bot} group={group} />
          ))}
        </ul>
      </section>
    );
  });
}

/** A line with its sign, and the way to what it is about. */
function Line({ change, to, children }: { change: Change["change"]; to?: string | undefined; children: ReactNode }) {
  const t = useText();
  return (
    <li className={change}>
      <Icon name={ICONS[change]} size={16} />
      <span className="sr">{t(`versions.c.${change}`) /* i18n: versions.c.* */}</span>
      <div>{children}</div>
      {to && (
        <PageLink to={to} aria-label={t("bot.open")} title={t("bot.open")} className="icon-button">
          <Icon name="external-link" size={14} />
        </PageLink>
      )}
    </li>
  );
}

/** One change: something came, went, or is another now. */
function One({ bot, change }: { bot: Bot; change: Change }) {
  const t = useText();
  const { session } = usePage();
  const has = useHasTab();
  const names = new Intl.DisplayNames(session.locale, { type: "language" });
  const to =
    change.kind === "node" && change.change !== "removed" && has("flow")
      ? `${addressOf(bot.id, "flow")}?node=${encodeURIComponent(change.name)}`
      : undefined;
  const name = <b dir="auto">{change.name}</b>;
  if (change.change !== "changed")
    return (
      <Line change={change.change} to={to}>
        <Text
          id={`versions.is.${change.change}` /* i18n: versions.is.* */}
          values={{ name, kind: t(`versions.kind.${change.kind}`) /* i18n: versions.kind.* */ }}
        />{" "}
        <span className="quiet">{change.after ?? change.before}</span>
      </Line>
    );
  const field = <code dir="ltr">{change.field || change.name}</code>;
  if (change.language !== null)
    return (
      <Line change="changed" to={to}>
        {name} {change.field !== "text" && field}{" "}
        <span className="quiet">{names.of(change.language) ?? change.language}</span>
        <Inline change={change} />
      </Line>
    );
  return (
    <Line change="changed" to={to}>
      {name} {change.field && field}: <Was change={change} />
    </Line>
  );
}

/** A value of now, and the one it takes the place of. */
function Was({ change: { before, after } }: { change: Change }) {
  const t = useText();
  return (
    <Text
      id={before === null ? "versions.set" : after === null ? "versions.unset" : "versions.was"}
      values={{ after: <ins dir="auto">{after ?? t("versions.nothing")}</ins>, before: <del dir="auto">{before}</del> }}
    />
  );
}

/** A text of before laid over that of now. */
function Inline({ change: { parts, before, after } }: { change: Change }) {
  return (
    <p className="ch-text" dir="auto">
      {parts.length > 0
        ? parts.map((part, at) =>
            part.op === "added" ? (
              <ins key={at}>{part.text}</ins>
            ) : part.op === "removed" ? (
              <del key={at}>{part.text}</del>
            ) : (
              <span key={at}>{part.text}</span>
            ),
          )
        : [before !== null && <del key="b">{before}</del>, after !== null && <ins key="a">{after}</ins>]}
    </p>
  );
}

/** Phrases of one intent and language that came or went. */
function Said({ bot, group }: { bot: Bot; group: Phrases }) {
  const t = useText();
  const { session } = usePage();
  const has = useHasTab();
  const names = new Intl.DisplayNames(session.locale, { type: "language" });
  return (
    <Line change={group.change} to={has("understanding") ? addressOf(bot.id, "understanding") : undefined}>
      <b dir="ltr">{group.intent}</b>{" "}
      {t(group.change === "added" ? "versions.phrasesIn" : "versions.phrasesOut", {
        n: group.texts.length,
        language: names.of(group.language) ?? group.language,
      })}
      <details className="small" open={group.texts.length <= 3}>
        <summary>{t("versions.showPhrases")}</summary>
        <ul>
          {group.texts.map((text) => (
            <li key={text} dir="auto">
              {text}
            </li>
          ))}
        </ul>
      </details>
    </Line>
  );
}
