/** The page of components, and the families of sample pages with their examples. */
import { page, privateHead } from "../../../page";
import { tableApi } from "../datatables/api";
import { examplesOf, FAMILIES, type Family } from "./families";
import { designGrammar, partGrammar, wizardGrammar } from "./query";

const shared = {
  area: "design",
} as const;

const demo = { area: "design", access: { action: "read", subject: "Office" } } as const;

/** The page of a family: links to its examples. The tables' own is the table one works in. */
const families = (Object.keys(FAMILIES) as Family[])
  .filter((family) => family !== "datatables")
  .map((family) =>
    page({
      ...demo,
      name: family,
      path: `/${family}`,
      title: `design.show.${family}`,
      head: ({ t }) => ({ description: t(`design.about.${family}`), robots: "noindex" }),
      view: () => import("./FamilyPage"),
    }),
  );

/** A page for each example. */
const examples = (Object.keys(FAMILIES) as Family[]).flatMap(examplesOf).map(({ path, section }) =>
  page({
    ...shared,
    ...demo,
    name: path.slice(1).replaceAll("/", "-"),
    path,
    title: `design.s.${section}`,
    query: section === "wizard" ? wizardGrammar : partGrammar,
    needs: ({ query }) =>
      section === "completion" && "q" in query && query.q ? [tableApi.endpoints.suggest.initiate(query.q)] : [],
    head: ({ t }) => ({ description: t(`design.what.${section}`), robots: "noindex" }),
    view: () => import("./ExamplePage"),
  }),
);

export const pages = [
  page({
    ...shared,
    query: designGrammar,
    name: "design",
    path: "/design",
    access: { action: "manage", subject: "all" },
    title: "design.title",
    head: privateHead("design.description"),
    view: () => import("./DesignPage"),
  }),
  ...families,
  ...examples,
];
