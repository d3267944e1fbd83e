/** What is in the working copy, in figures, each leading to the page where it is kept. */
import type { ReactNode } from "react";
import { Card } from "../../../components";
import { Facts } from "../../../components/Facts";
import { useFormat, useText } from "../../../lib/i18n";
import { PageLink, usePage } from "../../../page";
import type { Bot, BotSummary } from "../catalog/api";
import { useHasTab } from "../layout/BotFrame";
import { addressOf, type Tab } from "../layout/tab";
import { hoursText } from "./hours";

/** The card. */
export function Inside({ bot, summary }: { bot: Bot; summary: BotSummary }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const has = useHasTab();
  const names = new Intl.DisplayNames(session.locale, { type: "language" });
  const { inside } = summary;
  const label = (tab: Tab, text: string): ReactNode =>
    has(tab) ? <PageLink to={addressOf(bot.id, tab)}>{text}</PageLink> : text;
  const texts = inside.texts.map(({ language, done, of }) => (
    <span key={language} className={done < of ? "wrong warn" : undefined}>
      {names.of(language) ?? language} {done < of ? t("overview.outOf", { num: done, den: of }) : f.number(done)}
    </span>
  ));
  return (
    <Card title={t("overview.inside")} lead={t("versions.workingCopy")}>
      <Facts
        items={[
          [
            label("flow", t("bot.tab.flow")),
            t("overview.insideFlow", { nodes: inside.nodes, goals: inside.goals.length }),
          ],
          [
            label("understanding", t("bot.tab.understanding")),
            t("overview.insideUnderstanding", { intents: inside.intents, phrases: inside.phrases }),
          ],
          [
            label("texts", t("bot.tab.texts")),
            <span key="t" className="in-texts">
              {texts}
            </span>,
          ],
          [label("knowledge", t("bot.tab.knowledge")), t("overview.insideAnswers", { n: inside.answers })],
          [label("settings", t("bot.hours")), hoursText(inside.hours, f, t)],
        ]}
      />
    </Card>
  );
}
