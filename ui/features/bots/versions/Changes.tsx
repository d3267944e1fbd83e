/** The difference of two documents, in words: by what it is about, with texts of before and after in one line. */
import type { ReactNode } from "react";
import { Icon, LinkButton } from "../../../components";
import { TextParts } from "../../../components/data/TextParts";
import { Text, useText } from "../../../lib/i18n";
import { PageLink } from "../../../page";
import type { Bot } from "../catalog/api";
import { useHasTab } from "../layout/BotFrame";
import { addressOf } from "../layout/tab";
import { WORKING, type Change } from "./api";
import { useChangeWords } from "./changeWords";
import { AREAS, areaOf, phrasesOf, type Phrases } from "./sorted";

const KINDS = ["node", "intent", "entity", "variable", "knowledge"] as const;
const ICONS = { added: "plus", removed: "minus", changed: "pencil" } as const;

/** What a first version holds: nothing in it is different from anything. */
function First({ items }: { items: readonly Change[] }) {
  const t = useText();
  return (
    <section className="ch">
      <p>{t("versions.first")}</p>
      <ul>
        {KINDS.map((kind) => {
          const n = items.filter((change) => change.kind === kind && change.change === "added").length;
          // i18n: versions.n.*
          return n > 0 ? (
            <li key={kind}>
              <span /> {t(`versions.n.${kind}`, { n })}
            </li>
          ) : null;
        })}
      </ul>
    </section>
  );
}

/** Every area with something different; a first version is summed up. */
export function Changes({ bot, items, isFirst }: { bot: Bot; items: readonly Change[]; isFirst: boolean }) {
  const t = useText();
  if (isFirst) return <First items={items} />;
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
  const has = useHasTab();
  const words = useChangeWords();
  const { before, after } = change;
  const to =
    change.kind === "node" && change.change !== "removed" && has("flow")
      ? `${addressOf(bot.id, "flow")}?node=${encodeURIComponent(change.name)}`
      : undefined;
  if (change.change !== "changed")
    return (
      <Line change={change.change} to={to}>
        <Text
          id={`versions.is.${change.change}` /* i18n: versions.is.* */}
          values={{ name: <b dir="auto">{words.title(change)}</b>, kind: words.kind(change) }}
        />
      </Line>
    );
  const where = <b dir="auto">{words.where(change)}</b>;
  if (change.language !== null)
    return (
      <Line change="changed" to={to}>
        {where} <span className="quiet">{words.language(change.language)}</span>
        <Inline change={change} />
      </Line>
    );
  const was = before === null ? null : words.value(change, before);
  const now = after === null ? null : words.value(change, after);
  if (was === null && now === null)
    return (
      <Line change="changed" to={to}>
        <Text id="versions.is.changed" values={{ where }} />
      </Line>
    );
  const values = { where, after: <ins dir="auto">{now}</ins>, before: <del dir="auto">{was}</del> };
  if (words.isLead(change))
    return (
      <Line change="changed" to={to}>
        <Text
          id={was === null ? "versions.leadsNew" : now === null ? "versions.leadsNone" : "versions.leads"}
          values={values}
        />
      </Line>
    );
  return (
    <Line change="changed" to={to}>
      {where}:{" "}
      <Text id={was === null ? "versions.set" : now === null ? "versions.unset" : "versions.was"} values={values} />
    </Line>
  );
}

/** A text of before laid over that of now. */
function Inline({ change: { parts, before, after } }: { change: Change }) {
  return (
    <p className="ch-text" dir="auto">
      {parts.length > 0 ? (
        <TextParts parts={parts} />
      ) : (
        [before !== null && <del key="b">{before}</del>, after !== null && <ins key="a">{after}</ins>]
      )}
    </p>
  );
}

/** Phrases of one intent and language that came or went. */
function Said({ bot, group }: { bot: Bot; group: Phrases }) {
  const t = useText();
  const has = useHasTab();
  const { language } = useChangeWords();
  return (
    <Line change={group.change} to={has("understanding") ? addressOf(bot.id, "understanding") : undefined}>
      <b dir="auto">{group.title}</b>{" "}
      {t(group.change === "added" ? "versions.phrasesIn" : "versions.phrasesOut", {
        n: group.texts.length,
        language: language(group.language),
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

/** The later document as a file. */
export function Files({ bot, version }: { bot: Bot; version: string }) {
  const t = useText();
  const of = `/api/v1/bots/${bot.id}/${version === WORKING ? "flow" : `versions/${version}`}/file?format=`;
  return (
    <>
      {["json", "yaml"].map((format) => (
        <LinkButton key={format} to={of + format} icon="download" size="s" download>
          {format.toUpperCase()}
          <span className="sr"> {t("bot.file", { format: format.toUpperCase() })}</span>
        </LinkButton>
      ))}
    </>
  );
}
