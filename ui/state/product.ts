import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
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
  initialState: { ...offer(LANGUAGES), is_loading: false },
  reducers: {
    loading: (state, { payload }: PayloadAction<boolean>) => void (state.is_loading = payload),
  },
  extraReducers: (build) => build.addCase(begin, (state, { payload }) => ({ ...state, ...offer(payload.languages ?? LANGUAGES) })),
});

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
  },
  reducers: {
    filtersChanged: (state, { payload }: PayloadAction<Record<string, unknown>>) => void Object.assign(state.conversation_filters, payload),
    reportSelected: (state, { payload }: PayloadAction<{ botid?: string; graphtabid?: string }>) => void Object.assign(state.selected_report, payload),
  },
});

const botsSlice = createSlice({
  name: "manage_bots",
  initialState: { selected_bot: null as string | null },
  reducers: {
    botSelected: (state, { payload }: PayloadAction<string | null>) => void (state.selected_bot = payload),
  },
});

export const { loading } = appSlice.actions;
export const { searched } = navbarSlice.actions;
export const { filtersChanged, reportSelected } = reportsSlice.actions;
export const { botSelected } = botsSlice.actions;

/** `app.languages`: those offered to the reader. */
export const selectLanguages = (state: { app: ReturnType<typeof appSlice.reducer> }) => state.app.languages;
/** `app.lang_options`: value = id, label = name. */
export const selectLangOptions = (state: { app: ReturnType<typeof appSlice.reducer> }) => state.app.lang_options;
/** `app.lang_code_options`: id, value = code, label = name. */
export const selectLangCodeOptions = (state: { app: ReturnType<typeof appSlice.reducer> }) => state.app.lang_code_options;

/** Client-only state of the product under the specification's names; what the server owns stays in the API cache. */
export const productReducers = {
  app: appSlice.reducer,
  navbar: navbarSlice.reducer,
  manage_reports: reportsSlice.reducer,
  manage_bots: botsSlice.reducer,
};
