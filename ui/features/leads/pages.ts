/** The pages of leads: by outlet, as a board, as a list, what leaks, one lead, prices and rules. */
import { can } from "../../lib/session";
import { page, privateHead, type PageKeys } from "../../page";
import { leadsApi } from "./api";
import {
  boardGrammar,
  boardOf,
  leadGrammar,
  leaksGrammar,
  listGrammar,
  pricesGrammar,
  rulesGrammar,
  treeGrammar,
} from "./query";

// i18n: leads.done.*, leads.key.*
const { parentLeads, parentCityOutlets, leadBoard, leads, leaks, leadChoices, lead, leadBriefing, leadDraft } =
  leadsApi.endpoints;
const { priceLists, priceList, leadRules, leadRule } = leadsApi.endpoints;

const ofBoard: PageKeys = [["m", "move"]];
const ofLead: PageKeys = [
  ["c", "call"],
  ["m", "message"],
  ["l", "log"],
  ["j k", "next"],
];
const look = {
  area: "leads",
  access: { action: "read", subject: "Lead" },
} as const;
type Abilities = Parameters<typeof can>[0];
const choices = (ability: Abilities = []) => (can(ability, "update", "Lead") ? [leadChoices.initiate()] : []);
/** Sheets that ask how the customer can be written to. */
const DRAFTING: readonly string[] = ["send", "plan", "callback"];
/** Dealer groups whose branches are open in an address; more than these are opened one by one. */
const MOST_OPEN = 12;

export const pages = [
  page({
    ...look,
    name: "leads",
    icon: "shield-check",
    menu: { group: "work", order: 2 },
    path: "/ew-leads",
    title: "leads.title",
    query: treeGrammar,
    needs: ({ query }) => [
      parentLeads.initiate(),
      ...[...new Set(query.open.split(",").map((branch) => branch.split(".")[0]!))]
        .filter((parent) => /^\d+$/.test(parent))
        .slice(0, MOST_OPEN)
        .map((parent) => parentCityOutlets.initiate(parent)),
    ],
    head: privateHead("leads.description"),
    view: () => import("./TreePage"),
  }),
  page({
    ...look,
    name: "leads-board",
    keys: ofBoard,
    path: "/ew-leads/board",
    title: "leads.board",
    query: boardGrammar,
    needs: ({ query, session }) => [
      leadBoard.initiate(boardOf(query)),
      ...choices(session.user?.ability),
      ...(query.do && query.do !== "new" && query.lead ? [lead.initiate(query.lead)] : []),
    ],
    head: privateHead("leads.description"),
    view: () => import("./BoardPage"),
  }),
  page({
    ...look,
    name: "leads-list",
    path: "/ew-leads/list",
    title: "leads.list",
    query: listGrammar,
    needs: ({ query: { do: _do, ...list }, session }) => [leads.initiate(list), ...choices(session.user?.ability)],
    head: privateHead("leads.description"),
    view: () => import("./ListPage"),
  }),
  page({
    ...look,
    name: "leads-leaks",
    path: "/ew-leads/leaks",
    title: "leads.leaks",
    query: leaksGrammar,
    needs: ({ query: { rows: _rows, ...list }, session }) => [leaks.initiate(list), ...choices(session.user?.ability)],
    head: privateHead("leads.leaksLead"),
    view: () => import("./LeaksPage"),
  }),
  page({
    ...look,
    name: "lead-prices",
    path: "/ew-leads/prices",
    title: "leads.prices",
    query: pricesGrammar,
    needs: ({ query }) => [priceLists.initiate(query.page), ...(query.list ? [priceList.initiate(query.list)] : [])],
    head: privateHead("leads.pricesLead"),
    view: () => import("./PricesPage"),
  }),
  page({
    ...look,
    name: "lead-rules",
    path: "/ew-leads/rules",
    title: "leads.rules",
    query: rulesGrammar,
    needs: ({ query }) => [
      leadRules.initiate(query.page),
      ...(query.parent ? [leadRule.initiate(query.parent), parentCityOutlets.initiate(query.parent)] : []),
    ],
    head: privateHead("leads.rulesLead"),
    view: () => import("./RulesPage"),
  }),
  page({
    ...look,
    name: "lead",
    keys: ofLead,
    path: "/ew-leads/:id",
    title: ({ t, params, state }) => lead.select(params.id)(state).data?.customer.name ?? t("leads.one"),
    query: leadGrammar,
    needs: ({ params: { id }, query, session }) => [
      lead.initiate(id),
      leadBriefing.initiate(id),
      ...(DRAFTING.includes(query.do) && can(session.user?.ability ?? [], "update", "Lead")
        ? [leadDraft.initiate(id)]
        : []),
      ...(query.do === "assign" ? choices(session.user?.ability) : []),
      ...(query.do === "merge" && query.other ? [lead.initiate(query.other)] : []),
    ],
    proof: "/api/v1/leads/:id",
    head: privateHead("leads.oneLead"),
    view: () => import("./LeadPage"),
  }),
];
