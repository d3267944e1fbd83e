/** The page of components. */
import { flag, grammar, ids, int, many, oneOf, page, range, text } from "../../page";
import { tableApi } from "../datatables/api";

export const designGrammar = grammar({
  s: text({ max: 20 }),
  r: range("last_28_days"),
  step: int({ default: 1, min: 1, max: 3 }),
  sort: oneOf(["name", "-name", "sessions", "-sessions"]),
  columns: many(["state", "city", "seen", "sessions", "resolved", "change"]),
  dense: flag(),
  compare: ids(),
  open: ids(),
  q: text(),
});

const shared = {
  area: "design",
  query: designGrammar,
  messages: ["design", "controls", "data", "reports", "bots", "conversations"],
  styles: ["charts", "stat", "controls", "dates", "floats", "data", "chat", "table", "plots", "design"],
} as const;
const demo = { ...shared, access: { action: "read", subject: "Demo" } } as const;

export const pages = [
  page({
    ...shared,
    name: "design",
    path: "/design",
    access: { action: "manage", subject: "all" },
    title: "design.title",
    head: ({ t }) => ({ description: t("design.description"), robots: "noindex" }),
    view: () => import("./DesignPage"),
  }),
  page({
    ...demo,
    name: "forms",
    path: "/forms",
    title: "design.show.forms",
    head: ({ t }) => ({ description: t("design.about.forms"), robots: "noindex" }),
    view: () => import("./FormsPage"),
  }),
  page({
    ...demo,
    name: "charts",
    path: "/charts",
    title: "design.show.charts",
    head: ({ t }) => ({ description: t("design.about.charts"), robots: "noindex" }),
    view: () => import("./ChartsPage"),
  }),
  page({
    ...demo,
    name: "components",
    path: "/components",
    title: "design.show.components",
    head: ({ t }) => ({ description: t("design.about.components"), robots: "noindex" }),
    view: () => import("./ComponentsPage"),
  }),
  page({
    ...demo,
    name: "extensions",
    path: "/extensions",
    title: "design.show.extensions",
    needs: ({ query }) => (query.q ? [tableApi.endpoints.suggest.initiate(query.q)] : []),
    head: ({ t }) => ({ description: t("design.about.extensions"), robots: "noindex" }),
    view: () => import("./ExtensionsPage"),
  }),
];
