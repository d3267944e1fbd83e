import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { LANGUAGES } from "../lib/session";

const appSlice = createSlice({
  name: "app",
  initialState: {
    languages: LANGUAGES,
    lang_options: LANGUAGES.map(({ id, name }) => ({ value: id, label: name })),
    lang_code_options: LANGUAGES.map(({ id, name }) => ({ id, value: id, label: name })),
    is_loading: false,
  },
  reducers: {
    loading: (state, { payload }: PayloadAction<boolean>) => void (state.is_loading = payload),
  },
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

/** Client-only state of the product under the specification's names; what the server owns stays in the API cache. */
export const productReducers = {
  app: appSlice.reducer,
  navbar: navbarSlice.reducer,
  manage_reports: reportsSlice.reducer,
  manage_bots: botsSlice.reducer,
};
