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
    const one = store();
    const said = [
      { speaker: "bot", text: "Hello" },
      { speaker: "user", text: "Hi" },
    ];
    for (const message of said) one.dispatch(sandboxChatAppended(message));
    expect(selectSandboxChat(one.getState())).toEqual(said);
    one.dispatch(sandboxChatCleared());
    expect(one.getState().manage_bots.bot_sandbox_chat).toEqual([]);
  });

  it("are loading while a call is under way, and know who is signed in", async () => {
    const one = store();
    const asked = one.dispatch(
      botsApi.endpoints.bots.initiate({ q: "", state: "", group: "", sort: "name", page: 1, per: "10" }),
    );
    expect(one.getState().app.is_loading).toBe(true);
    await asked;
    expect(one.getState().app.is_loading).toBe(false);
    // Asked for again out of the cache: nothing loads, and nothing is counted twice.
    await one.dispatch(
      botsApi.endpoints.bots.initiate({ q: "", state: "", group: "", sort: "name", page: 1, per: "10" }),
    );
    expect(one.getState().app.is_loading).toBe(false);
    one.dispatch(begin({ ...SESSION, user: null }));
    expect(one.getState().auth.userData).toEqual({});
    one.dispatch(login(SESSION.user!));
    expect(one.getState().auth.userData).toEqual(SESSION.user);
  });

  it("have the report's filters, what is typed for others, and the one bot chosen", () => {
    const one = store();
    expect(one.getState().manage_reports).toMatchObject({ dynamic_filters: {}, dynamic_filters_form: {} });
    one.dispatch(formTyped({ from: "2026-01-01" }));
    one.dispatch(formTyped({ to: "2026-01-31" }));
    expect(one.getState().manage_reports.dynamic_filters_form).toEqual({ from: "2026-01-01", to: "2026-01-31" });
    one.dispatch(reportFiltered({ grp: "sales" }));
    expect(one.getState().manage_reports).toMatchObject({
      dynamic_filters: { grp: "sales" },
      dynamic_filters_form: {},
    });
    one.dispatch(botSelected("7"));
    expect(selectSelectedBot(one.getState())).toBe("7");
  });

  it("merge changes", () => {
    const one = store();
    one.dispatch(filtersChanged({ page: 3 }));
    one.dispatch(reportSelected({ botid: "7" }));
    one.dispatch(reportSelected({ graphtabid: "sales" }));
    expect(one.getState().manage_reports).toMatchObject({
      conversation_filters: { ...CONVERSATION_FILTERS, page: 3 },
      selected_report: { botid: "7", graphtabid: "sales" },
    });
  });

  it("read the list of the filters and the bots out of the cache", async () => {
    const one = store();
    expect(selectConversationHistory(one.getState())).toEqual([]);
    await one.dispatch(conversationsApi.endpoints.conversations.initiate(query("")));
    await one.dispatch(conversationsApi.endpoints.conversations.initiate(query("sort=turns")));
    expect(selectConversationHistory(one.getState()).map(({ id }) => id)).toEqual(["1"]);
    one.dispatch(filtersChanged(filtersOf(query("sort=turns"))));
    expect(selectConversationHistory(one.getState()).map(({ id }) => id)).toEqual(["2"]);
    expect(selectConversationHistory(one.getState(), query("")).map(({ id }) => id)).toEqual(["1"]);
    expect(selectCustomerJourney(one.getState(), "1")).toEqual([]);
    await one.dispatch(conversationsApi.endpoints.journey.initiate("1"));
    expect(selectCustomerJourney(one.getState(), "1").map(({ id }) => id)).toEqual(["1"]);
    await one.dispatch(
      botsApi.endpoints.bots.initiate({ q: "", state: "", group: "", sort: "name", page: 1, per: "10" }),
    );
    expect(selectBots(one.getState()).map(({ id }) => id)).toEqual(["7"]);
  });
});

describe("filters", () => {
  it.each(["", "sort=turns&per=25&page=4", "sort=-csat&outcome=error&q=oil"])(
    "of %j stand for the same query",
    (search) => expect(queryOf(filtersOf(query(search)))).toEqual(query(search)),
  );
});
