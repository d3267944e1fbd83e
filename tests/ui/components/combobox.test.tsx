// @vitest-environment happy-dom
/** Choosing by typing, one and several, over a list and over a server. */
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Combobox } from "../../../ui/components/fields/Combobox";
import { TagField } from "../../../ui/components/fields/TagField";
import type { Option, Search } from "../../../ui/components/fields/useSearch";
import { about, all, click, focus, hydrate, mounted, press, the, announcements, type, written } from "./mounted";

const OUTLETS: readonly Option[] = [
  { value: "1", label: "Pune Baner" },
  { value: "2", label: "Pune Hadapsar" },
  { value: "3", label: "Nashik" },
];
const sent = (name: string) =>
  [...document.querySelectorAll<HTMLInputElement>(`input[type=hidden][name=${name}]`)].map((input) => input.value);
const active = () =>
  document.getElementById(the("combobox").getAttribute("aria-activedescendant") ?? "")?.textContent ?? null;
const options = () => all("option").map((option) => option.textContent);
const box = () => the<HTMLInputElement>("combobox");
const open = (text: string) => {
  focus(box());
  type(box(), text);
};

describe("a combobox over a list", () => {
  it("takes over what was chosen before its script came, and keeps the focus", () => {
    const chosen = vi.fn();
    hydrate(<Combobox label="Outlet" name="outlet" source={OUTLETS} onChoose={chosen} />, (place) => {
      const select = place.querySelector("select")!;
      select.value = "3";
      select.focus();
    });
    expect([box().value, sent("outlet")]).toEqual(["Nashik", ["3"]]);
    expect(chosen).toHaveBeenCalledWith(OUTLETS[2]);
    expect(document.activeElement).toBe(box());
  });

  it("stays as it is stored where nothing was chosen before its script came", () => {
    const chosen = vi.fn();
    hydrate(<Combobox label="Outlet" name="outlet" source={OUTLETS} defaultValue={OUTLETS[0]!} onChoose={chosen} />);
    expect([box().value, sent("outlet"), chosen.mock.calls]).toEqual(["Pune Baner", ["1"], []]);
    expect(document.activeElement).not.toBe(box());
  });

  it("takes over a text that was typed for a question to the server", () => {
    const search: Search = () => Promise.resolve([]);
    hydrate(<Combobox label="Outlet" name="outlet" source={search} />, (place) => {
      place.querySelector("input")!.value = "Pune";
    });
    expect([box().value, sent("outlet")]).toEqual(["Pune", ["Pune"]]);
  });

  it("is closed at first, and opens on typing with what fits", () => {
    mounted(<Combobox label="Outlet" name="outlet" source={OUTLETS} help="Part of a name" />);
    expect([box().getAttribute("aria-expanded"), about(box())]).toEqual(["false", "Part of a name"]);
    open("pune");
    expect(box().getAttribute("aria-expanded")).toBe("true");
    expect(options()).toEqual(["Pune Baner", "Pune Hadapsar"]);
    expect(announcements()).toEqual(["2 results"]);
    expect(document.getElementById(box().getAttribute("aria-controls")!)!.getAttribute("role")).toBe("listbox");
  });

  it("walks its options by arrows, round the ends, with the focus in the input", () => {
    mounted(<Combobox label="Outlet" name="outlet" source={OUTLETS} />);
    focus(box());
    press("ArrowDown");
    const seen = ["ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp", "ArrowDown"].map((key) => {
      press(key);
      return active();
    });
    expect(seen).toEqual(["Pune Baner", "Pune Hadapsar", "Pune Baner", "Nashik", "Pune Baner"]);
    expect(document.activeElement).toBe(box());
  });

  it("takes the walked-to one on Enter and sends its value", () => {
    const chosen = vi.fn();
    mounted(<Combobox label="Outlet" name="outlet" source={OUTLETS} onChoose={chosen} />);
    open("had");
    press("ArrowDown");
    press("Enter");
    expect([box().value, box().getAttribute("aria-expanded"), sent("outlet")]).toEqual([
      "Pune Hadapsar",
      "false",
      ["2"],
    ]);
    expect(chosen).toHaveBeenCalledWith(OUTLETS[1]);
  });

  it("leaves Enter to the form while nothing is walked to", () => {
    mounted(<Combobox label="Outlet" name="outlet" source={OUTLETS} />);
    open("x");
    const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
    act(() => void box().dispatchEvent(enter));
    expect(enter.defaultPrevented).toBe(false);
    expect(document.body.textContent).toContain("No results for “x”.");
  });

  it("closes on Escape, then takes back what was typed", () => {
    mounted(<Combobox label="Outlet" name="outlet" source={OUTLETS} defaultValue={OUTLETS[2]} />);
    open("pu");
    press("Escape");
    expect([box().value, box().getAttribute("aria-expanded")]).toEqual(["pu", "false"]);
    press("Escape");
    expect([box().value, sent("outlet")]).toEqual(["Nashik", ["3"]]);
  });

  it("keeps its choice when left with another text, and drops it when left empty", () => {
    mounted(<Combobox label="Outlet" name="outlet" source={OUTLETS} defaultValue={OUTLETS[2]} />);
    open("pu");
    act(() => box().blur());
    expect([box().value, sent("outlet")]).toEqual(["Nashik", ["3"]]);
    open("");
    act(() => box().blur());
    expect([box().value, sent("outlet")]).toEqual(["", [""]]);
  });

  it("asks for the focus when it was refused, unless asked to be calm, also without script", () => {
    const asks = (calm: object) =>
      Boolean(
        written(<Combobox label="Outlet" name="outlet" source={OUTLETS} error="Choose one." {...calm} />).querySelector(
          "select[autofocus]",
        ),
      );
    expect([asks({}), asks({ autoFocus: false })]).toEqual([true, false]);
  });

  it("says its error in place of the help", () => {
    mounted(<Combobox label="Outlet" name="outlet" source={OUTLETS} help="Part of a name" error="Choose one." />);
    expect([box().getAttribute("aria-invalid"), about(box())]).toEqual(["true", "Choose one."]);
  });

  it("says what to do where a value is only missing", () => {
    mounted(<Combobox label="Outlet" name="outlet" source={OUTLETS} error="Enter a value." />);
    expect(about(box())).toBe("Choose one from the list.");
  });

  it("is a plain list that sends the value, nothing among it, without script", () => {
    const select = written(
      <Combobox label="Outlet" name="outlet" source={OUTLETS} defaultValue={OUTLETS[0]} placeholder="All" />,
    ).querySelector("select")!;
    expect([select.name, select.value]).toEqual(["outlet", OUTLETS[0]!.value]);
    expect([...select.options].map((option) => [option.value, option.text])).toEqual([
      ["", "All"],
      ...OUTLETS.map(({ value, label }) => [value, label]),
    ]);
  });
});

describe("a combobox over a server", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

  /** A server whose answers come when a test asks them to. */
  function server() {
    const requests: {
      text: string;
      signal: AbortSignal;
      answer: (options: readonly Option[]) => Promise<void>;
      fail: () => Promise<void>;
    }[] = [];
    const search: Search = (text, signal) =>
      new Promise((resolve, reject) => {
        requests.push({
          text,
          signal,
          answer: (options) => act(async () => resolve(options)),
          fail: () => act(async () => reject(new Error("503"))),
        });
      });
    return { search, requests };
  }

  it("asks once after a pause in typing and shows that it waits", async () => {
    const { search, requests } = server();
    mounted(<Combobox label="Bot" name="bot" source={search} />);
    for (const text of ["s", "se", "ser"]) {
      open(text);
      await pass(150);
    }
    expect(requests).toHaveLength(0);
    expect(announcements()).toEqual(["Searching"]);
    await pass(60);
    expect(requests.map(({ text }) => text)).toEqual(["ser"]);
    expect(the("listbox").getAttribute("aria-busy")).toBe("true");
    await requests[0]!.answer([{ value: "7", label: "Service Desk" }]);
    expect([options(), announcements()]).toEqual([["Service Desk"], ["1 result"]]);
  });

  it("cancels the question before, whose late answer changes nothing", async () => {
    const { search, requests } = server();
    mounted(<Combobox label="Bot" name="bot" source={search} />);
    open("old");
    await pass(200);
    open("new");
    await pass(200);
    expect(requests[0]!.signal.aborted).toBe(true);
    await requests[1]!.answer([{ value: "2", label: "New" }]);
    await requests[0]!.answer([{ value: "1", label: "Old" }]);
    expect(options()).toEqual(["New"]);
  });

  it("says that nothing fits, and that no answer came, and asks again", async () => {
    const { search, requests } = server();
    mounted(<Combobox label="Bot" name="bot" source={search} />);
    open("zz");
    await pass(200);
    await requests[0]!.answer([]);
    expect(announcements()).toEqual(["0 results"]);
    open("zzz");
    await pass(200);
    await requests[1]!.fail();
    expect(announcements()).toEqual(["Search is unavailable."]);
    click(the("button", "Try again"));
    await pass(200);
    await requests[2]!.answer([{ value: "7", label: "Jazz" }]);
    expect(options()).toEqual(["Jazz"]);
  });
});

describe("several as tags", () => {
  const tags = <TagField label="Outlets" name="outlets" source={OUTLETS} defaultValue={[OUTLETS[2]!]} />;

  it("are added by choosing, said, and sent one by one", () => {
    mounted(tags);
    open("had");
    press("ArrowDown");
    press("Enter");
    expect(sent("outlets")).toEqual(["3", "2"]);
    expect(announcements()).toContain("Pune Hadapsar added");
    expect(box().value).toBe("");
  });

  it("are taken away by their button, which gives the focus to the input", () => {
    mounted(tags);
    click(the("button", "Remove Nashik"));
    expect(sent("outlets")).toEqual([]);
    expect(announcements()).toContain("Nashik removed");
    expect(document.activeElement).toBe(box());
  });

  it("are taken away by Backspace in an empty input only", () => {
    mounted(tags);
    open("a");
    press("Backspace");
    expect(sent("outlets")).toEqual(["3"]);
    open("");
    press("Backspace");
    expect(sent("outlets")).toEqual([]);
  });

  it("are taken away by choosing them once more", () => {
    mounted(tags);
    open("nas");
    press("ArrowDown");
    press("Enter");
    expect(sent("outlets")).toEqual([]);
  });

  it("take over what was chosen before their script came", () => {
    hydrate(tags, (place) => {
      for (const option of place.querySelector("select")!.options) option.selected = option.value !== "3";
    });
    expect(sent("outlets")).toEqual(["1", "2"]);
  });

  it("are a list with several chosen without script", () => {
    const select = written(tags).querySelector("select")!;
    expect([select.name, select.multiple]).toEqual(["outlets", true]);
    expect([...select.options].filter((option) => option.selected).map((option) => option.value)).toEqual(["3"]);
  });
});
