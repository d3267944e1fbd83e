import { page, privateHead } from "../../../page";
import { tryApi } from "./api";

export const pages = [
  page({
    name: "try",
    path: "/try/:token",
    area: "try",
    access: "public",
    layout: "public",
    cache: false,
    sitemap: false,
    title: ({ t, params, state }) =>
      t("try.title", { bot: tryApi.endpoints.tried.select(params.token)(state).data?.bot ?? "Parley" }),
    needs: ({ params }) => [tryApi.endpoints.tried.initiate(params.token)],
    proof: "/api/v1/try/:token",
    head: privateHead("try.description"),
    view: () => import("./TryPage"),
  }),
];
