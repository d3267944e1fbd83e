/** Declares the pages of one bot: each a tab at an address of its own, in the frame they share. */
import { page, type Grammar, type Page, privateHead } from "../../../page";
import { botsApi } from "../catalog/api";
import { frameGrammar } from "./query";

/** The tabs in their order; those without a page are not shown. The first is at the bot's own address. */
export const TABS = [
  "overview",
  "flow",
  "understanding",
  "texts",
  "knowledge",
  "media",
  "versions",
  "channels",
  "theme",
  "voice",
  "handler",
  "tokens",
  "secrets",
  "cases",
  "testers",
  "settings",
] as const;

/** Tabs that are settings as well, and are found there, too. */
const SETTINGS: readonly string[] = ["theme", "tokens", "handler", "voice"];

/** One of the tabs. */
export type Tab = (typeof TABS)[number];

/** What the page of a tab is called in the page table. */
export const nameOf = (tab: Tab): string => (tab === "overview" ? "bot" : `bot-${tab}`);

/** The address of a tab of a bot. */
export const addressOf = (id: string, tab: Tab): string => `/admin/bots/${id}${tab === "overview" ? "" : `/${tab}`}`;

type Declared<G extends Grammar> = Parameters<typeof page<"/admin/bots/:id", G & typeof frameGrammar>>[0];

/** A page of a bot: who may open it, what proves it, its title, and what its frame needs, say, and look like. */
export const botTab = <G extends Grammar = Record<never, never>>(
  tab: Tab,
  own: Pick<Declared<G>, "view"> & Partial<Pick<Declared<G>, "area" | "needs" | "messages" | "keys">> & { query?: G },
): Page =>
  page({
    name: nameOf(tab),
    path: addressOf(":id", tab) as "/admin/bots/:id",
    also: SETTINGS.includes(tab) ? { [`/admin/bots/:id/settings/${tab}`]: {} } : {},
    area: own.area ?? "bot",
    access: { action: "read", subject: "Bot" },
    title: ({ t, params, state }) => {
      const bot = botsApi.endpoints.bot.select(params.id)(state).data;
      if (!bot) return t("bot.one");
      // i18n: bot.tab.*
      return tab === "overview" ? bot.name : t("bot.titleOf", { bot: bot.name, tab: t(`bot.tab.${tab}`) });
    },
    query: { ...frameGrammar, ...own.query } as G & typeof frameGrammar,
    needs: async (context) => [
      botsApi.endpoints.bot.initiate(context.params.id),
      botsApi.endpoints.botSummary.initiate(context.params.id),
      ...((await own.needs?.(context)) ?? []),
    ],
    proof: "/api/v1/bots/:id",
    messages: ["bot", ...(own.messages ?? [])],
    head: privateHead("bot.description"),
    ...(own.keys && { keys: own.keys }),
    view: own.view,
  });
