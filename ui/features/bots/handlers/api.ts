/** The calls on who answers beside a bot's flow. */
import { api, type ApiState, type Shape } from "../../../api";

export type Handlers = Shape<"BotHandler">;
export type Asked = Shape<"HandlerConnection">;
export type Tested = Shape<"HandlerTested">;
export type Shadows = Shape<"ShadowPage">;
export type HandlerCalls = Shape<"HandlerCalls">;

/** The kinds that are other systems. */
export const EXTERNAL = ["openai", "rasa", "http"] as const;
export type External = (typeof EXTERNAL)[number];

/** The call on a bot's handlers. */
export const handlersOf = (bot: string) => `/api/v1/bots/${encodeURIComponent(bot)}/handler`;

export const handlersApi = api.enhanceEndpoints({ addTagTypes: ["Handler"] }).injectEndpoints({
  endpoints: (build) => ({
    handlers: build.query<Handlers, string>({ query: handlersOf, providesTags: ["Handler"] }),
    shadows: build.query<Shadows, string>({ query: (bot) => `${handlersOf(bot)}/shadow`, providesTags: ["Handler"] }),
    /** What came of the calls in conversations of the last seven days and today. */
    handlerCalls: build.query<HandlerCalls, string>({ query: (bot) => `${handlersOf(bot)}/calls` }),
    testHandler: build.mutation<Tested, { bot: string; text: string }>({
      query: ({ bot, ...body }) => ({ path: `${handlersOf(bot)}/test`, method: "POST", body }),
    }),
  }),
});

/** `manage_bots.bot_deployment_handler`: who answers beside a bot's flow, as the API's cache has it. */
export const selectBotDeploymentHandler = (state: ApiState, bot: string): Handlers | null =>
  handlersApi.endpoints.handlers.select(bot)(state).data ?? null;
