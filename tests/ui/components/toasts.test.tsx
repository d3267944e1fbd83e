// @vitest-environment happy-dom
/** Toasts: which are kept, how long they stay, and what is said. */
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { toastStore } from "../../../ui/components/toasts/list";
import { ToastProvider } from "../../../ui/components/toasts/Toasts";
import { all, click, mounted, the } from "./mounted";

const texts = (store: ReturnType<typeof toastStore>) => store.all().map(({ text }) => text);

describe("the list of toasts", () => {
  it("has the newest first and three at most", () => {
    const store = toastStore();
    ["a", "b", "c", "d"].forEach((text) => store.show({ text }));
    expect(texts(store)).toEqual(["d", "c", "b"]);
  });

  it("lets calm ones go before errors and work under way", () => {
    const store = toastStore();
    store.show({ text: "error", tone: "bad" });
    store.show({ text: "work", progress: 0.5 });
    store.show({ text: "calm" });
    store.show({ text: "new" });
    expect(texts(store)).toEqual(["new", "work", "error"]);
    store.show({ text: "bad too", tone: "bad" });
    store.show({ text: "and this", tone: "bad" });
    expect(texts(store)).toEqual(["and this", "bad too", "work"]);
  });
});

describe("a toast", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  const titles = () => all("listitem").map((item) => item.querySelector(".toast-text > span")?.textContent);
  const open = () => {
    const store = toastStore();
    mounted(
      <ToastProvider store={store}>
        <p />
      </ToastProvider>,
    );
    return { show: (toast: Parameters<typeof store.show>[0]) => act(() => void store.show(toast)), store };
  };

  it("leaves after six seconds, an error does not", () => {
    const { show } = open();
    show({ text: "Moved." });
    show({ tone: "bad", title: "Not sent.", text: "Refused." });
    pass(5999);
    expect(titles()).toEqual(["Not sent. Refused.", "Moved."]);
    pass(1);
    expect(titles()).toEqual(["Not sent. Refused."]);
  });

  it("waits while a pointer or the focus is on it", () => {
    const { show } = open();
    show({ text: "Moved." });
    act(() => the("button", "Close").focus());
    pass(20_000);
    expect(titles()).toEqual(["Moved."]);
    act(() => the("button", "Close").blur());
    pass(6000);
    expect(titles()).toEqual([]);
  });

  it("of work stays until the work is done", () => {
    const { store } = open();
    let id = 0;
    act(() => void (id = store.show({ text: "Export", progress: 0.4 })));
    pass(60_000);
    expect(the<HTMLProgressElement>("progressbar", "Export").value).toBe(0.4);
    act(() => store.change(id, { progress: 1 }));
    pass(6000);
    expect(titles()).toEqual([]);
  });

  it("is said politely, an error at once, in regions that were there before", () => {
    const { show } = open();
    const [polite, assertive] = [the("status"), the("alert")];
    show({ text: "Moved." });
    show({ tone: "bad", title: "Not sent.", text: "Refused." });
    expect([polite.textContent, assertive.textContent]).toEqual(["Moved.", "Not sent. Refused."]);
  });

  it("does what it offers once and goes", () => {
    const undo = vi.fn();
    const { show } = open();
    show({ text: "Moved.", action: { label: "Undo", do: undo } });
    click(the("button", "Undo"));
    expect(undo).toHaveBeenCalledOnce();
    expect(titles()).toEqual([]);
  });
});
