/** The page of the secrets that a bot's calls send. */
import { botTab } from "../layout/tab";
import { secretsApi } from "./api";
import { secretsGrammar } from "./query";

// i18n: secrets.done.*
export const pages = [
  botTab("secrets", {
    area: "secrets",
    query: secretsGrammar,
    needs: ({ params, query }) => [secretsApi.endpoints.secrets.initiate({ bot: params.id, page: query.page })],
    view: () => import("./SecretsPage"),
  }),
];
