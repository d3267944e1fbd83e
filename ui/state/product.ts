import { createSlice, type Action, type PayloadAction } from "@reduxjs/toolkit";
import { LANGUAGES } from "../lib/session";
import { begin } from "./session";

/** The languages offered and what forms choose from among them. */
const offer = (languages: typeof LANGUAGES) => ({
  languages,
  lang_options: languages.map(({ id, name }) => ({ value: id, label: name })),
  lang_code_options: languages.map(({ id, name }) => ({ id, value: id, label: name })),
});

const appSlice = createSlice({
  name: "app",
  initialState: { ...offer(LANGUAGES), is_loading: false, calls: 0 },
  reducers: {},
  extraReducers: (build) =>
    build.addCase(begin, (state, { payload }) => ({ ...state, ...offer(payload.languages ?? LANGUAGES) })),
});

/** Calls under way, by the id of each: `app.is_loading` is true as long as there is one. */
const isCall = (action: Action & { meta?: { condition?: boolean } }) =>
  /^api\/execute.*(pending|fulfilled|rejected)$/.test(action.type) && !action.meta?.condition;

/** `app` with `is_loading` following every call of the one API. */
function appReducer(state: AppState | undefined, action: Action): AppState {
  const next = appSlice.reducer(state, action);
  if (!isCall(action)) return next;
  const calls = Math.max(0, next.calls + (action.type.endsWith("pending") ? 1 : -1));
  return { ...next, calls, is_loading: calls > 0 };
}

type AppState = ReturnType<typeof appSlice.reducer>;

const navbarSlice = createSlice({
  name: "navbar",
  initialState: { query: "" },
  reducers: {
    searched: (state, { payload }: PayloadAction<string>) => void (state.query = payload),
  },
});

/** The specified start of the conversation filters. */
export const CONVERSATION_FILTERS = { col: "created_at", sortDirection: "desc", page: 1, perPage: 10 };

/** The pages write here what their address says, so that the whole of it is in one place. */
const reportsSlice = createSlice({
  name: "manage_reports",
  initialState: {
    conversation_filters: CONVERSATION_FILTERS as Record<string, unknown>,
    selected_report: {} as { botid?: string; graphtabid?: string },
    dynamic_filters: {} as Readonly<Record<string, unknown>>,
    dynamic_filters_form: {} as { from?: string; to?: string },
  },
  reducers: {
    filtersChanged: (state, { payload }: PayloadAction<Record<string, unknown>>) =>
      void Object.assign(state.conversation_filters, payload),
    reportSelected: (state, { payload }: PayloadAction<{ botid?: string; graphtabid?: string }>) =>
      void Object.assign(state.selected_report, payload),
    /** The filters of the report on the screen; what was typed for others is theirs no more. */
    reportFiltered: (state, { payload }: PayloadAction<Readonly<Record<string, unknown>>>) => ({
      ...state,
      dynamic_filters: payload,
      dynamic_filters_form: {},
    }),
    /** What is typed in the report's filters and not yet applied. */
    formTyped: (state, { payload }: PayloadAction<{ from?: string; to?: string }>) =>
      void Object.assign(state.dynamic_filters_form, payload),
  },
});

/** One message of the conversation in the sandbox, no matter who said it. */
export interface SandboxChatMessage {
  speaker: string;
  text: string;
}

const botsSlice = createSlice({
  name: "manage_bots",
  initialState: { selected_bot: null as string | null, bot_sandbox_chat: [] as SandboxChatMessage[] },
  reducers: {
    botSelected: (state, { payload }: PayloadAction<string | null>) => void (state.selected_bot = payload),
    sandboxChatAppended: (state, { payload }: PayloadAction<SandboxChatMessage>) =>
      void state.bot_sandbox_chat.push(payload),
    sandboxChatCleared: (state) => void (state.bot_sandbox_chat = []),
  },
});

export const { searched } = navbarSlice.actions;
export const { filtersChanged, reportSelected, reportFiltered, formTyped } = reportsSlice.actions;
export const { botSelected, sandboxChatAppended, sandboxChatCleared } = botsSlice.actions;

/** `navbar.query`: what is typed into the search, once typing pauses. */
export const selectQuery = (state: { navbar: { query: string } }): string => state.navbar.query;
/** `app.is_loading`: something is being asked for or written. */
export const selectIsLoading = (state: { app: AppState }) => state.app.is_loading;
/** `manage_bots.selected_bot`: the one bot the reports are narrowed to. */
export const selectSelectedBot = (state: { manage_bots: ReturnType<typeof botsSlice.reducer> }) =>
  state.manage_bots.selected_bot;
/** `manage_bots.bot_sandbox_chat`: the conversation on the screen, message by message. */
export const selectSandboxChat = (state: { manage_bots: ReturnType<typeof botsSlice.reducer> }) =>
  state.manage_bots.bot_sandbox_chat;
/** `manage_reports.dynamic_filters_form`: what is typed and not yet applied. */
export const selectFiltersForm = (state: { manage_reports: ReturnType<typeof reportsSlice.reducer> }) =>
  state.manage_reports.dynamic_filters_form;
/** `app.core.languages`: those offered to the reader. */
export const selectLanguages = (state: { app: ReturnType<typeof appSlice.reducer> }) => state.app.languages;
/** `app.lang_options`: value = id, label = name. */
export const selectLangOptions = (state: { app: ReturnType<typeof appSlice.reducer> }) => state.app.lang_options;
/** `app.lang_code_options`: id, value = code, label = name. */
export const selectLangCodeOptions = (state: { app: ReturnType<typeof appSlice.reducer> }) =>
  state.app.lang_code_options;

/** Client-only state of the product under the specification's names; what the server owns stays in the API cache. */
export const productReducers = {
  app: appReducer,
  navbar: navbarSlice.reducer,
  manage_reports: reportsSlice.reducer,
  manage_bots: botsSlice.reducer,
};
