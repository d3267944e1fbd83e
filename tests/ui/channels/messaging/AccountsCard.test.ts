/** The messaging accounts of a bot as a person sees them. */
import { configureStore } from "@reduxjs/toolkit";
import { describe, expect, it } from "vitest";
import { api } from "../../../../ui/api";
import { handlersApi, selectBotDeploymentHandler } from "../../../../ui/features/bots/handlers/api";
import { selectBotBuilder, workingApi } from "../../../../ui/features/bots/flow/api";
import { selectBotToken, tokensApi, type Token } from "../../../../ui/features/channels/tokens/api";
import { selectBotDeploymentVoice, voiceApi } from "../../../../ui/features/channels/voice/api";
import { messagingApi, selectBotImMapping, type Deployment } from "../../../../ui/features/channels/messaging/api";
import { answer } from "../../../ssr/examples";
import { DEPLOYMENT, TOKEN } from "../../../ssr/inbox";
import { opened } from "../../rendered";

const PAGE = "/admin/bots/7/channels";
const paged = (items: readonly unknown[]) => ({ items, total: 1, page: 1, per: 50, next: null, previous: null });
const open = (account: Deployment | null = DEPLOYMENT, url = PAGE, options = {}, tokens: readonly Token[] = []) =>
  opened(
    url,
    (path) => {
      if (path.includes("/deployments?")) return paged(account ? [account] : []);
      return path.includes("/tokens") ? paged(tokens) : answer(path);
    },
    options,
  );

describe("the accounts of a bot", () => {
  it("are listed with their state, and lead to a page of their own", async () => {
    const { text, document } = await open();
    expect(text("#accounts tbody")).toContain("Connected");
    expect(document.querySelector(`#accounts a[href="${PAGE}?account=31"]`)).not.toBeNull();
    for (const part of [
      "3 not sent in 7 days",
      "24 h",
      "1,204 people open",
      "99 events in 24 hours",
      "99.2%",
      "processed in 400ms",
    ])
      expect(text("#accounts tbody tr")).toContain(part);
    expect(text(".bc-bad")).toBe("2");
    expect(text(".bc-now")).toContain("Connected 1");
  });

  it("say how messages go out, and why requests were not accepted", async () => {
    const { text, document } = await open();
    for (const part of ["98.9% of 12,318", "400ms", "800ms", "3s", "31"]) expect(text(".bc-day")).toContain(part);
    expect(text(".bc-requests li")).toContain("Wrong signature");
    expect(document.querySelector(".bc-requests a")?.getAttribute("href")).toBe(
      `${PAGE}?account=31&events=rejected#events`,
    );
  });

  it("say what they are for where there is none, and offer each channel", async () => {
    const { text, document } = await open(null);
    expect(text("#accounts .empty")).toContain("People cannot reach this bot yet");
    const offered = [...document.querySelectorAll("#accounts a[href*='add=']")].map((link) => link.textContent);
    expect(offered).toEqual(["WhatsApp", "Messenger", "Instagram", "Telegram", "Slack", "SMS", "Telephone"]);
  });

  it("say what they wait for, or what is wrong, beside the shape of the state", async () => {
    const waiting = await open({ ...DEPLOYMENT, state: "unverified", last_inbound_at: null });
    expect(waiting.text("#accounts tbody tr")).toContain("Waiting for the first event");
    const bad = await open({ ...DEPLOYMENT, state: "degraded", last_error: "131048 Quality is low" });
    expect(bad.text("#accounts tbody small[title]")).toBe("131048 Quality is low");
    expect(bad.document.querySelector("#accounts .state-mark.degraded")).not.toBeNull();
  });

  it("warn where the provider refuses the credentials", async () => {
    const { text } = await open({ ...DEPLOYMENT, state: "error", last_error: "190 expired" });
    expect(text(".notice.bad")).toContain("The provider refuses the credentials of 106540352242922.");
  });

  it("warn where one is silent or its provider does not answer", async () => {
    const silent = await open({ ...DEPLOYMENT, state: "degraded", trouble: "silent" });
    expect(silent.text(".notice.warn")).toContain("106540352242922 has been silent since");
    expect(silent.text("#accounts tbody tr")).toContain("Silent longer than usual");
    expect(silent.document.querySelector(`.notice.warn a[href="${PAGE}?account=31"]`)).not.toBeNull();
    const away = { ...DEPLOYMENT, state: "degraded" as const, trouble: "unreachable" as const };
    const { html } = await open({ ...away, last_error_at: "2026-11-20T08:00:00Z" }, `${PAGE}?account=31`);
    expect(html).toContain("has not answered three checks; the last one at 20 Nov 2026, 13:30.");
  });

  it("ask a new one for what its channel needs", async () => {
    const { document } = await open(DEPLOYMENT, `${PAGE}?add=slack`);
    const names = [...document.querySelectorAll("#new-account input[type=password]")].map((element) =>
      element.getAttribute("name"),
    );
    expect(names).toEqual(["credentials.signing_secret", "credentials.bot_token"]);
  });
});

describe("the websites of a bot", () => {
  const row = async (token: Partial<Token>) => {
    const site = { ...TOKEN, ...token };
    return (await open(DEPLOYMENT, PAGE, {}, [site])).text("#accounts tbody tr");
  };

  it("stand before the other accounts, lead to their snippet, and are counted with them", async () => {
    const used = { ...TOKEN, last_used_at: "2026-11-20T08:00:00Z", last_page: "https://www.example.com/service" };
    const { text, document } = await open(DEPLOYMENT, PAGE, {}, [used]);
    for (const part of ["Website", "https://www.example.com/service", "Connected", "No limit", "512"])
      expect(text("#accounts tbody tr")).toContain(part);
    expect(document.querySelector(`#accounts tbody a[href="${PAGE}#t9"]`)).not.toBeNull();
    expect(document.querySelector("#t9")).not.toBeNull();
    expect(document.querySelectorAll("#accounts tbody tr")).toHaveLength(2);
    expect(text(".bc-now")).toContain("Connected 2");
    expect(text(".bc-total")).toContain("2,830 conversations");
  });

  it("say that they were never opened, how many sites were refused, and when they ended", async () => {
    expect(await row({})).toContain("Not seen on any page yet");
    const refused = [{ origin: "https://new.example", at: "2026-11-21T08:00:00Z" }];
    expect(await row({ last_used_at: "2026-11-20T08:00:00Z", refused })).toContain("1 site refused in 7 days");
    expect(await row({ expires_at: "2026-11-01T08:00:00Z" })).toContain("DisabledEnded 1 Nov 2026, 13:30");
  });

  it("are all there is for who reads no accounts, and are added from the same menu", async () => {
    const { document, text } = await open(null, PAGE, {}, [TOKEN]);
    expect(document.querySelectorAll("#accounts tbody tr")).toHaveLength(1);
    expect(text(".bc-now")).not.toContain("Messages waiting");
    expect(document.querySelector(`#accounts a[href="${PAGE}#new-token"]`)).not.toBeNull();
  });
});

describe("an account", () => {
  it("has what to enter at the provider, what arrived and what is wrong", async () => {
    const { text, document } = await open(DEPLOYMENT, `${PAGE}?account=31`);
    expect(text("pre")).toBe(DEPLOYMENT.webhook_url);
    expect(text(".notice.warn")).toContain("1 request had a wrong signature.");
    expect(document.querySelectorAll("form[action*='replay']").length).toBe(1);
    expect(text("#settings")).toContain("Saved, ends in 7c41.");
    expect(document.querySelector("form[action*='disable']")).not.toBeNull();
    expect(document.querySelector("form[action*='enable']")).toBeNull();
  });

  it("waits for its first event", async () => {
    const { html } = await open({ ...DEPLOYMENT, state: "unverified", last_inbound_at: null }, `${PAGE}?account=31`);
    expect(html).toContain("Waiting for the first event");
  });

  it("that is gone says so", async () => {
    expect((await open(null, `${PAGE}?account=31`)).html).toContain("This account does not exist any more.");
  });
});

describe("a bot in the client's state", () => {
  it("are those of the API's cache, and none before they are here", async () => {
    const store = configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (all) => all().concat(api.middleware),
    });
    const state = () => store.getState() as unknown as Parameters<typeof selectBotImMapping>[0];
    expect(selectBotImMapping(state(), "7")).toEqual([]);
    expect(selectBotToken(state(), "7")).toEqual([]);
    for (const select of [selectBotDeploymentHandler, selectBotDeploymentVoice, selectBotBuilder])
      expect(select(state(), "7")).toBeNull();
    const page = { items: [DEPLOYMENT], total: 1, page: 1, per: 50, next: null, previous: null };
    await store.dispatch(messagingApi.util.upsertQueryData("deployments", "7", page as never));
    await store.dispatch(handlersApi.util.upsertQueryData("handlers", "7", { kind: "flow" } as never));
    expect(selectBotImMapping(state(), "7").map(({ account }) => account)).toEqual([DEPLOYMENT.account]);
    expect(selectBotDeploymentHandler(state(), "7")).toEqual({ kind: "flow" });
    await store.dispatch(tokensApi.util.upsertQueryData("tokens", "7", { ...page, items: [{ id: "9" }] } as never));
    await store.dispatch(voiceApi.util.upsertQueryData("voice", "7", { silence_s: 3 } as never));
    await store.dispatch(workingApi.util.upsertQueryData("workingCopy", "7", { revision: 4 } as never));
    expect(selectBotToken(state(), "7")).toEqual([{ id: "9" }]);
    expect(selectBotDeploymentVoice(state(), "7")).toEqual({ silence_s: 3 });
    expect(selectBotBuilder(state(), "7")).toEqual({ revision: 4 });
  });
});
