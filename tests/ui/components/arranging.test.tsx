// @vitest-environment happy-dom
/** Rows put in order, steps, values changed in place, and what is not saved. */
import { act, useState } from "react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { closeDialog } from "../../../ui/components/dialogs/buttons";
import { Dialog } from "../../../ui/components/dialogs/Dialog";
import { InlineEdit } from "../../../ui/components/fields/InlineEdit";
import { Guarded } from "../../../ui/components/forms/Guarded";
import { Stepper } from "../../../ui/components/forms/Stepper";
import { Accordion } from "../../../ui/components/lists/Accordion";
import { SortableList } from "../../../ui/components/lists/SortableList";
import { moved } from "../../../ui/components/lists/useSorting";
import { isChanged } from "../../../ui/hooks/useUnsaved";
import { asksFirst, release } from "../../../ui/lib/unsaved";
import { loadParts } from "../../../ui/page";
import { about, all, click, focus, mounted, press, the, announcements, type, written } from "./mounted";

const form = { call: "/api/v1/bookmarks/order", page: "/bookmarks" };
const rows = () =>
  [...document.querySelectorAll("ol li")].map((row) => row.querySelector(".sortable-body")!.textContent);

/** A list that remembers its order. */
function Rows({ disabled = false }: { disabled?: boolean }) {
  const [order, setOrder] = useState(["a", "b", "c"]);
  return (
    <SortableList
      label="Bookmarks"
      items={order.map((id) => ({ id, name: id.toUpperCase(), body: id }))}
      form={form}
      onSort={setOrder}
      disabled={disabled}
    />
  );
}

describe("rows in an order of one's own", () => {
  it.each([
    ["a", 2, "b,c,a"],
    ["c", 0, "c,a,b"],
    ["b", 1, "a,b,c"],
  ])("have %s at %i", (id, to, order) => expect(moved(["a", "b", "c"], id, to).join()).toBe(order));

  it("are moved by Alt and arrows on the handle, which keeps the focus, and say where they are", () => {
    mounted(<Rows />);
    focus(the("button", "Move A"));
    press("ArrowDown");
    expect(rows()).toEqual(["a", "b", "c"]);
    press("ArrowDown", { altKey: true });
    expect(rows()).toEqual(["b", "a", "c"]);
    expect(announcements()).toEqual(["A is now 2 of 3"]);
    expect(document.activeElement).toBe(the("button", "Move A"));
    expect(about(the("button", "Move A"))).toContain("Alt with the up or down arrow");
  });

  it("stop at the ends", () => {
    mounted(<Rows />);
    focus(the("button", "Move A"));
    press("ArrowUp", { altKey: true });
    expect([rows(), announcements()]).toEqual([["a", "b", "c"], []]);
    expect(the("button", "Move A up").getAttribute("aria-disabled")).toBe("true");
    click(the("button", "Move A up"));
    expect(rows()).toEqual(["a", "b", "c"]);
  });

  it("are moved by buttons", () => {
    mounted(<Rows />);
    click(the("button", "Move C up"));
    expect(rows()).toEqual(["a", "c", "b"]);
  });

  it("follow the pointer and fall where it lets go; Escape puts them back", () => {
    mounted(<Rows />);
    const list = the("list", "Bookmarks");
    list
      .querySelectorAll("li")
      .forEach((row, i) => (row.getBoundingClientRect = () => ({ top: i * 40, height: 40 }) as DOMRect));
    const grip = the("button", "Move A");
    list.setPointerCapture = () => undefined;
    const point = (kind: string, clientY: number) =>
      act(() => void grip.dispatchEvent(new PointerEvent(kind, { bubbles: true, button: 0, clientY, pointerId: 1 })));
    point("pointerdown", 10);
    point("pointermove", 70);
    expect(rows()).toEqual(["b", "a", "c"]);
    focus(grip);
    press("Escape");
    expect(rows()).toEqual(["a", "b", "c"]);
    point("pointerdown", 10);
    point("pointermove", 70);
    point("pointerup", 70);
    expect([rows(), announcements()]).toEqual([["b", "a", "c"], ["A is now 2 of 3"]]);
  });

  it("stay where they are while they may not be moved", () => {
    mounted(<Rows disabled />);
    focus(the("button", "Move A"));
    press("ArrowDown", { altKey: true });
    click(the("button", "Move A down"));
    expect(rows()).toEqual(["a", "b", "c"]);
  });

  it("send the order each button leads to without script", () => {
    written(<Rows />);
    const button = the<HTMLButtonElement>("button", "Move B up");
    expect([button.type, button.name, button.value]).toEqual(["submit", "order", "b,a,c"]);
    expect(button.form!.getAttribute("action")).toContain("bookmarks%2Forder");
  });
});

describe("a value that is changed in place", () => {
  const saved = vi.fn((value: string): Promise<string | undefined> =>
    Promise.resolve(value === "x" ? "Too short." : undefined),
  );
  const edit = (
    <InlineEdit
      label="Name"
      name="name"
      value="Service Desk"
      form={{ call: "/api/v1/bots/7", method: "PATCH", page: "/bots", revision: "3" }}
      onSave={saved}
    />
  );
  const details = () => document.querySelector("details")!;
  const open = () => {
    mounted(edit);
    act(() => {
      details().open = true;
      details().dispatchEvent(new Event("toggle"));
    });
    return the<HTMLInputElement>("textbox", "Name");
  };
  const submit = () =>
    act(
      async () =>
        void details()
          .querySelector("form")!
          .dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })),
    );

  it("says what it is and what it is called", () => {
    mounted(edit);
    expect(document.querySelector("summary")!.getAttribute("aria-label")).toBe("Change Name: Service Desk");
  });

  it("is saved on Enter and closes with the focus where it was", async () => {
    const input = open();
    type(input, "Sales Desk");
    await submit();
    expect(saved).toHaveBeenLastCalledWith("Sales Desk");
    expect([details().open, document.activeElement]).toEqual([false, document.querySelector("summary")]);
  });

  it("stays open with what is wrong", async () => {
    const input = open();
    type(input, "x");
    await submit();
    expect([details().open, input.getAttribute("aria-invalid"), about(input), the("alert").textContent]).toEqual([
      true,
      "true",
      "Too short.",
      "Too short.",
    ]);
  });

  it("is left as it was on Escape", () => {
    const input = open();
    type(input, "Other");
    focus(input);
    press("Escape");
    expect([details().open, document.querySelector("summary")!.textContent]).toEqual([false, "Service Desk"]);
  });

  it("is a plain form without script", () => {
    written(edit);
    expect(details().querySelector("form")!.getAttribute("action")).toContain("revision=3");
  });
});

describe("steps", () => {
  it("say which is now, lead back to what is done and never ahead", () => {
    mounted(
      <Stepper
        label="New offer"
        current="b"
        actions={null}
        steps={[
          { key: "a", label: "Message", to: "?step=1" },
          { key: "b", label: "Audience", to: "?step=2" },
          { key: "c", label: "Log", to: "?step=3" },
        ]}
      >
        <p />
      </Stepper>,
    );
    expect(document.querySelector("[aria-current=step]")!.textContent).toContain("Audience");
    expect(all("link").map((link) => [link.getAttribute("href"), link.textContent])).toEqual([["?step=1", "Message"]]);
    expect(document.body.textContent).toContain("Step 2 of 3");
  });
});

describe("parts that open", () => {
  it("are native and do not close each other", () => {
    written(
      <Accordion
        items={[
          { id: "a", title: "One", open: true, body: "1" },
          { id: "b", title: "Two", open: true, body: "2" },
        ]}
      />,
    );
    expect(
      [...document.querySelectorAll("details")].map((part) => [
        part.open,
        part.hasAttribute("name"),
        part.querySelector("summary h3")!.textContent,
      ]),
    ).toEqual([
      [true, false, "One"],
      [true, false, "Two"],
    ]);
  });
});

describe("what is not saved", () => {
  beforeAll(async () => void (await loadParts()));
  const cleanup: (() => void)[] = [];
  afterEach(() => cleanup.splice(0).forEach((undo) => undo()));

  /** A page with one link and a guarded form, and whether the link was followed. */
  const page = async ({ changed = true, refused = false } = {}) => {
    mounted(
      <>
        <a href="/bots">{"Bots"}</a>
        <Guarded refused={refused}>
          <form id="one">
            <input name="a" defaultValue="1" />
          </form>
        </Guarded>
      </>,
    );
    if (changed) type(document.querySelector("input")!, "2");
  };
  const isAsked = () => document.querySelector("dialog[open]") !== null;
  const followed = () => {
    const seen = vi.fn((event: Event) => event.preventDefault());
    window.addEventListener("click", seen);
    cleanup.push(() => window.removeEventListener("click", seen));
    return () => seen.mock.calls.filter(([event]) => (event.target as Element).tagName === "A").length;
  };
  const closing = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };

  it("is asked about at a link, and at closing the tab", async () => {
    const count = followed();
    await page();
    click(the("link", "Bots"));
    expect([count(), closing(), isAsked()]).toEqual([0, true, true]);
    click(the("button", "Keep editing"));
    expect([count(), isAsked()]).toEqual([0, false]);
    click(the("link", "Bots"));
    click(the("button", "Leave"));
    expect([count(), closing()]).toEqual([1, false]);
  });

  it("is asked about when a key or a script goes elsewhere, until it is stored", async () => {
    await page();
    const go = vi.fn();
    await act(async () => void expect(asksFirst(go)).toBe(true));
    expect([go.mock.calls.length, isAsked()]).toEqual([0, true]);
    click(the("button", "Leave"));
    expect(go).toHaveBeenCalledOnce();
    type(document.querySelector("input")!, "3");
    release(document.querySelector("form"));
    expect([asksFirst(go), closing()]).toEqual([false, false]);
    type(document.querySelector("input")!, "4");
    expect(closing()).toBe(true);
  });

  it("is asked about when a form came back refused, with nothing typed since", async () => {
    const count = followed();
    await page({ changed: false, refused: true });
    click(the("link", "Bots"));
    expect([count(), closing()]).toEqual([0, true]);
  });

  it("is nothing while nothing has changed", async () => {
    const count = followed();
    await page({ changed: false });
    click(the("link", "Bots"));
    expect([count(), closing()]).toEqual([1, false]);
  });

  it("is noticed in fields that React controls, and in what a list has put into a hidden field", async () => {
    function Controlled() {
      const [text, setText] = useState("");
      const [chosen, choose] = useState("");
      return (
        <Guarded>
          <form>
            <input name="a" value={text} onChange={(event) => setText(event.target.value)} />
            <input type="hidden" name="b" value={chosen} />
            <button type="button" onClick={() => choose("one")}>
              {"Choose"}
            </button>
          </form>
        </Guarded>
      );
    }
    mounted(<Controlled />);
    type(document.querySelector("input")!, "x");
    expect(closing()).toBe(true);
    type(document.querySelector("input")!, "");
    expect(closing()).toBe(false);
    const button = the("button", "Choose");
    button.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    click(button);
    expect(closing()).toBe(true);
  });

  it("keeps its sheet open on Escape and on a press beside it", async () => {
    const onClose = vi.fn();
    mounted(
      <Dialog sheet open title="Sheet" onClose={onClose} form={(inside) => <form>{inside}</form>}>
        <input name="a" defaultValue="1" />
      </Dialog>,
    );
    const sheet = document.querySelector<HTMLDialogElement>("dialog.sheet")!;
    const escape = () => act(() => closeDialog(sheet));
    type(sheet.querySelector("input")!, "2");
    await escape();
    expect([sheet.open, onClose.mock.calls.length]).toEqual([true, 0]);
    click(the("button", "Keep editing"));
    act(() => sheet.click());
    expect(sheet.open).toBe(true);
    click(the("button", "Leave"));
    expect([sheet.open, onClose.mock.calls.length]).toEqual([false, 1]);
  });

  it("is asked about when another form is sent, and not for its own", () => {
    mounted(
      <Guarded>
        <form id="one">
          <input name="a" defaultValue="1" />
        </form>
        <form id="two">
          <button>{"Send"}</button>
        </form>
      </Guarded>,
    );
    const send = (id: string) =>
      document.getElementById(id)!.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    expect(closing()).toBe(false);
    type(document.querySelector("input")!, "2");
    expect(closing()).toBe(true);
    send("two");
    expect(closing()).toBe(true);
    send("one");
    expect(closing()).toBe(false);
    type(document.querySelector("input")!, "1");
    expect(closing()).toBe(false);
  });

  it("is any field that differs from what the page came with", () => {
    const body = written(
      <form>
        <input name="a" defaultValue="1" />
        <textarea name="t" defaultValue="x" />
        <input type="checkbox" defaultChecked />
        <select>
          <option>{"1"}</option>
          <option>{"2"}</option>
        </select>
        <input type="hidden" name="csrf" />
      </form>,
    );
    const [element] = body.querySelectorAll("form");
    const fields = [...element!.elements] as [
      HTMLInputElement,
      HTMLTextAreaElement,
      HTMLInputElement,
      HTMLSelectElement,
    ];
    expect(isChanged(element!)).toBe(false);
    fields[2].checked = false;
    expect(isChanged(element!)).toBe(true);
    fields[2].checked = true;
    fields[1].value = "y";
    expect(isChanged(element!)).toBe(true);
    fields[1].value = "x";
    fields[3].selectedIndex = 1;
    expect(isChanged(element!)).toBe(true);
  });
});
