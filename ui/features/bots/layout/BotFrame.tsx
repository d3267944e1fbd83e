/** The frame around every page of a bot: its head, what can be done with it, and its tabs. */
import type { ReactNode } from "react";
import { Can, LinkButton, PageHead, Pill, Tabs, Trouble } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage, useSite } from "../../../page";
import { botsApi, type Bot } from "../catalog/api";
import { addressOf, nameOf, TABS } from "./tab";

const TONES: Record<string, "good" | "warn" | "acc" | "quiet"> = { live: "good", paused: "warn", draining: "acc" };

/** Head, tabs and the page below them, given the bot; or why there is none. */
export function BotFrame({ children }: { children: (bot: Bot) => ReactNode }) {
  const { params } = usePage<Record<never, never>, "id">();
  const asked = botsApi.useBotQuery(params.id);
  const { data: bot } = asked;
  if (!bot) return <Trouble of={asked} />;
  return (
    <>
      <Head bot={bot} />
      <BotTabs bot={bot} />
      <div className="stack">
        <Trouble of={asked} />
        {children(bot)}
      </div>
    </>
  );
}

/** The name of a bot's state. */
export function BotState({ state }: { state: Bot["state"] }) {
  const t = useText();
  return <Pill tone={TONES[state] ?? "quiet"}>{t(`bot.s.${state}`) /* i18n: bot.s.* */}</Pill>;
}

/** Whether a tab has a page. */
function useHasTab() {
  const { pages } = useSite();
  return (tab: (typeof TABS)[number]) => pages.some(({ name }) => name === nameOf(tab));
}

/** Name, state, live version, group, languages, client; what one does most. */
function Head({ bot }: { bot: Bot }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const has = useHasTab();
  const names = new Intl.DisplayNames(session.locale, { type: "language" });
  const facts = [
    bot.live_version &&
      (bot.live_since
        ? t("bot.liveSince", { n: bot.live_version, at: f.dateTime(bot.live_since) })
        : t("bot.version", { n: bot.live_version })),
    t(`bot.g.${bot.group}`), // i18n: bot.g.*
    bot.languages.map((id) => names.of(id) ?? id).join(", "),
    bot.client.name,
  ];
  return (
    <PageHead
      title={<bdi>{bot.name}</bdi>}
      back={{ to: "/admin/bots", label: t("bot.all") }}
      marks={<BotState state={bot.state} />}
      lead={facts.filter(Boolean).join(" · ")}
      actions={
        <>
          {bot.state !== "archived" && (
            <Can I="read" a="Sandbox">
              <LinkButton to={`/sandbox?bot=${bot.id}`} icon="flask-conical">
                {t("bot.try")}
              </LinkButton>
            </Can>
          )}
          {bot.state !== "archived" && has("versions") && (
            <Can I="publish" a="Bot">
              <LinkButton to={`${addressOf(bot.id, "versions")}#publish`} variant="primary" icon="send">
                {t("bot.publish")}
              </LinkButton>
            </Can>
          )}
        </>
      }
    />
  );
}

/** The pages of the bot that there are. */
function BotTabs({ bot }: { bot: Bot }) {
  const t = useText();
  const { page } = usePage();
  const has = useHasTab();
  const items = TABS.filter(has).map((tab) => ({
    label: t(`bot.tab.${tab}`),
    to: addressOf(bot.id, tab),
    current: page.name === nameOf(tab),
  }));
  return <Tabs label={t("bot.tabs", { bot: bot.name })} items={items} />;
}
