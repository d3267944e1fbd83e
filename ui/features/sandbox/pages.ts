/** The page on which bots are tried. */
import { page, privateHead } from "../../page";
import { ALL_BOTS, botsApi } from "../bots/catalog/api";
import { sandboxApi } from "./api";
import { sandboxGrammar } from "./query";

export const pages = [
  page({
    name: "sandbox",
    icon: "flask-conical",
    menu: { group: "work", order: 3 },
    path: "/sandbox",
    area: "sandbox",
    access: { action: "read", subject: "Sandbox" },
    title: "sandbox.title",
    query: sandboxGrammar,
    needs: ({ query }) => [
      botsApi.endpoints.bots.initiate(ALL_BOTS),
      ...(query.id ? [sandboxApi.endpoints.sandbox.initiate(query.id)] : []),
      ...(query.id && query.with
        ? [sandboxApi.endpoints.sandboxComparison.initiate({ id: query.id, with: query.with })]
        : []),
    ],
    messages: ["sandbox", "conditions"],
    styles: ["chat", "sandbox", "bot-media"],
    head: privateHead("sandbox.description"),
    view: () => import("./SandboxPage"),
  }),
];
