/** Client state under the specified names: what the server owns is in the cache, what an address says is mirrored. */
import { describe, expect, it } from "vitest";
import { botsApi, selectBots } from "../../ui/features/bots/catalog/api";
import { conversationsApi } from "../../ui/features/reports/history/api";
import {
  filtersOf,
  queryOf,
  selectConversationHistory,
  selectCustomerJourney,
} from "../../ui/features/reports/history/history";
import { listGrammar } from "../../ui/features/reports/history/query";
import { readQuery } from "../../ui/page";
import {
  begin,
  botSelected,
  CONVERSATION_FILTERS,
  filtersChanged,
  formTyped,
  login,
  reportFiltered,
  reportSelected,
  sandboxChatAppended,
  sandboxChatCleared,
  selectSandboxChat,
  selectSelectedBot,
} from "../../ui/state";
import { makeStore } from "../../ui/store";
import { list, row } from "./reports/history/conversation";
import { SESSION } from "./rendered";

const store = () =>
  makeStore(SESSION, (call) => ({
    data: String(call).startsWith("/api/v1/bots")
      ? { items: [{ id: "7" }] }
      : list({ items: [row(String(call).includes("sort") ? "2" : "1")] }),
  }));
const query = (search: string) => readQuery(listGrammar, new URLSearchParams(search)).values;

describe("the specified slices", () => {
  it("begin as specified", () => {
    const state = store().getState();
    expect(state.manage_reports.conversation_filters).toEqual({
      col: "created_at",
      sortDirection: "desc",
      page: 1,
      perPage: 10,
    });
    expect(state.app.lang_options[0]).toEqual({ value: "en", label: "English" });
    expect(state.app.lang_code_options[0]).toEqual({ id: "en", value: "en", label: "English" });
    expect(state.app.is_loading).toBe(false);
    expect(state.manage_bots.selected_bot).toBeNull();
    expect(state.manage_bots.bot_sandbox_chat).toEqual([]);
    expect(state.auth.userData).toMatchObject({ email: "asha@example.com" });
    expect(state.layout).toMatchObject({ isRTL: false, menuCollapsed: true, menuHidden: false, contentWidth: "full" });
  });

  it("append the messages of the sandbox one at a time, and clear them to none", () => {
    const enhancedStore = store();
    const messages = [
      { speaker: "bot", text: "Hello" },
      { speaker: "user", text: "Hi" },
    ];
    for (const message of messages) enhancedStore.dispatch(sandboxChatAppended(message));
    expect(selectSandboxChat(enhancedStore.getState())).toEqual(messages);
    enhancedStore.dispatch(sandboxChatCleared());
    expect(enhancedStore.getState().manage_bots.bot_sandbox_chat).toEqual([]);
  });

  it("are loading while a call is under way, and know who is signed in", async () => {
    const enhancedStore = store();
    const queryActionCreatorResult = enhancedStore.dispatch(
      botsApi.endpoints.bots.initiate({ q: "", state: "", group: "", sort: "name", page: 1, per: "10" }),
    );
    expect(enhancedStore.getState().app.is_loading).toBe(true);
    await queryActionCreatorResult;
    expect(enhancedStore.getState().app.is_loading).toBe(false);
    // Asked for again out of the cache: nothing loads, and nothing is counted twice.
    await enhancedStore.dispatch(
      botsApi.endpoints.bots.initiate({ q: "", state: "", group: "", sort: "name", page: 1, per: "10" }),
    );
    expect(enhancedStore.getState().app.is_loading).toBe(false);
    enhancedStore.dispatch(begin({ ...SESSION, user: null }));
    expect(enhancedStore.getState().auth.userData).toEqual({});
    enhancedStore.dispatch(login(SESSION.user!));
    expect(enhancedStore.getState().auth.userData).toEqual(SESSION.user);
  });

  it("have the report's filters, what is typed for others, and the one bot chosen", () => {
    const enhancedStore = store();
    expect(enhancedStore.getState().manage_reports).toMatchObject({ dynamic_filters: {}, dynamic_filters_form: {} });
    enhancedStore.dispatch(formTyped({ from: "2026-01-01" }));
    enhancedStore.dispatch(formTyped({ to: "2026-01-31" }));
    expect(enhancedStore.getState().manage_reports.dynamic_filters_form).toEqual({
      from: "2026-01-01",
      to: "2026-01-31",
    });
    enhancedStore.dispatch(reportFiltered({ grp: "sales" }));
    expect(enhancedStore.getState().manage_reports).toMatchObject({
      dynamic_filters: { grp: "sales" },
      dynamic_filters_form: {},
    });
    enhancedStore.dispatch(botSelected("7"));
    expect(selectSelectedBot(enhancedStore.getState())).toBe("7");
  });

  it("merge changes", () => {
    const enhancedStore = store();
    enhancedStore.dispatch(filtersChanged({ page: 3 }));
    enhancedStore.dispatch(reportSelected({ botid: "7" }));
    enhancedStore.dispatch(reportSelected({ graphtabid: "sales" }));
    expect(enhancedStore.getState().manage_reports).toMatchObject({
      conversation_filters: { ...CONVERSATION_FILTERS, page: 3 },
      selected_report: { botid: "7", graphtabid: "sales" },
    });
  });

  it("read the list of the filters and the bots out of the cache", async () => {
    const enhancedStore = store();
    expect(selectConversationHistory(enhancedStore.getState())).toEqual([]);
    await enhancedStore.dispatch(conversationsApi.endpoints.conversations.initiate(query("")));
    await enhancedStore.dispatch(conversationsApi.endpoints.conversations.initiate(query("sort=turns")));
    expect(selectConversationHistory(enhancedStore.getState()).map(({ id }) => id)).toEqual(["1"]);
    enhancedStore.dispatch(filtersChanged(filtersOf(query("sort=turns"))));
    expect(selectConversationHistory(enhancedStore.getState()).map(({ id }) => id)).toEqual(["2"]);
    expect(selectConversationHistory(enhancedStore.getState(), query("")).map(({ id }) => id)).toEqual(["1"]);
    expect(selectCustomerJourney(enhancedStore.getState(), "1")).toEqual([]);
    await enhancedStore.dispatch(conversationsApi.endpoints.journey.initiate("1"));
    expect(selectCustomerJourney(enhancedStore.getState(), "1").map(({ id }) => id)).toEqual(["1"]);
    await enhancedStore.dispatch(
      botsApi.endpoints.bots.initiate({ q: "", state: "", group: "", sort: "name", page: 1, per: "10" }),
    );
    expect(selectBots(enhancedStore.getState()).map(({ id }) => id)).toEqual(["7"]);
  });
});

describe("filters", () => {
  it.each(["", "sort=turns&per=25&page=4", "sort=-csat&outcome=error&q=oil"])(
    "of %j stand for the same query",
    (search) => expect(queryOf(filtersOf(query(search)))).toEqual(query(search)),
  );
});
