// @vitest-environment happy-dom
/** What shows something, as a screen reader meets it. */
import { act } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Bubble, Typing } from "../../../ui/components/chat/Bubble";
import { Badge } from "../../../ui/components/data/Badge";
import { CodeBlock } from "../../../ui/components/data/CodeBlock";
import { Clipped, Conflict, NoAccess, Refreshing, Waiting } from "../../../ui/components/data/conditions";
import { Meter, Ring, shareOf } from "../../../ui/components/data/Meter";
import { People, Person } from "../../../ui/components/data/People";
import { Stat } from "../../../ui/components/data/Stat";
import { Steps } from "../../../ui/components/data/Steps";
import { Timeline } from "../../../ui/components/data/Timeline";
import { click, mount, byName } from "./mount";

const aloud = (element: Element | null) =>
  [...(element?.querySelectorAll("*") ?? [])]
    .filter((element) => element.children.length === 0 && !element.closest("[aria-hidden=true]"))
    .map((element) => element.textContent)
    .filter(Boolean)
    .join(" ");

describe("a counter", () => {
  it("is said with its noun, stops counting at its most, and is nothing at zero", async () => {
    const body = await mount(<Badge count={128} label="128 conversations wait" />);
    expect([body.textContent, aloud(body)]).toEqual(["99+128 conversations wait", "128 conversations wait"]);
    expect((await mount(<Badge count={0} label="none" />)).textContent).toBe("");
  });
});

describe("people", () => {
  it("have their presence as a word and as a shape of its own", async () => {
    const shapes = new Set<string>();
    for (const [presence, word] of [
      ["online", "online"],
      ["away", "away"],
      ["busy", "busy"],
      ["offline", "offline"],
    ] as const) {
      const body = await mount(<Person name="Asha Kulkarni" presence={presence} />);
      expect(body.querySelector("[role=img]")!.getAttribute("aria-label")).toBe(word);
      shapes.add(body.querySelector("path")?.getAttribute("d") ?? "");
    }
    expect(shapes.size).toBe(4);
  });

  it("in a row are named one by one, and the rest counted", async () => {
    const body = await mount(
      <People
        label="Team"
        max={2}
        people={["Asha Kulkarni", "Imran Sheikh", "Devika Menon", "Meera Nair"].map((name) => ({ name }))}
      />,
    );
    expect(body.querySelector("ul")!.getAttribute("aria-label")).toBe("Team");
    expect(aloud(body)).toBe("Asha Kulkarni Imran Sheikh and 2 more");
    expect([...body.querySelectorAll("li")].at(-1)!.title).toBe("Devika Menon and Meera Nair");
  });
});

describe("a key figure", () => {
  it("is one link, and says what may still change and what has", async () => {
    const body = await mount(
      <Stat
        label="Sessions"
        to="/c?all"
        value="18,204"
        provisional
        mark="provisional"
        restated="Changed on 12 Jul"
        note="n 17,592"
      />,
    );
    expect([...body.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Sessions", "/c?all"],
    ]);
    expect(body.querySelector("b.pr")!.textContent).toBe("▲ 18,204");
    expect(byName("abbr", "Changed on 12 Jul").title).toBe("Changed on 12 Jul");
    expect(body.querySelector(".kn")!.textContent).toBe("n 17,592provisional");
  });

  it("of too few has no value at all", async () => {
    const body = await mount(<Stat label="CSAT" value="100%" few="needs 30" />);
    expect(body.textContent).toContain("needs 30");
    expect(body.textContent).not.toContain("100%");
  });
});

describe("progress", () => {
  it("is between nothing and all, whatever is given", () => {
    expect([shareOf(5, 10), shareOf(21, 20), shareOf(-1, 10), shareOf(3, 0)]).toEqual([50, 100, 0, 0]);
  });

  it("says its amounts, and is a meter or work under way", async () => {
    await mount(
      <>
        <Meter label="Opt-outs" value={21} max={20} text="21 of 20" />
        <Ring label="Export" value={45} max={100} text="45%" />
      </>,
    );
    const [meter, ring] = [document.querySelector("[role=meter]")!, document.querySelector("[role=progressbar]")!];
    expect([
      meter.getAttribute("aria-label"),
      meter.getAttribute("aria-valuetext"),
      meter.getAttribute("aria-valuenow"),
      meter.getAttribute("aria-valuemax"),
    ]).toEqual(["Opt-outs", "21 of 20", "20", "20"]);
    expect([ring.getAttribute("aria-label"), ring.getAttribute("aria-valuetext")]).toEqual(["Export", "45%"]);
  });
});

describe("steps and events", () => {
  it("say what is done, failed and next; only what can be gone back to is a link", async () => {
    await mount(
      <Steps
        label="Import"
        steps={[
          { key: "a", label: "File", state: "done", to: "/import/1" },
          { key: "b", label: "Check", state: "failed", note: "Line 14" },
          { key: "c", label: "Run", state: "current" },
          { key: "d", label: "End", state: "todo" },
        ]}
      />,
    );
    expect([...document.querySelectorAll("li")].map(aloud)).toEqual([
      "File completed",
      "Check failed Line 14",
      "Run current",
      "End upcoming",
    ]);
    expect(document.querySelector("[aria-current=step]")!.textContent).toContain("Run");
    expect([...document.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual(["/import/1"]);
  });

  it("tell their time in the zone given", async () => {
    await mount(<Timeline label="Log" zone="UTC" items={[{ key: "a", at: "2026-07-16T08:11:00Z", title: "Live" }]} />);
    expect(document.querySelector("time")!.textContent).toBe("16 Jul 2026, 08:11");
    expect(document.querySelector("time")!.getAttribute("datetime")).toBe("2026-07-16T08:11:00Z");
  });
});

describe("a message", () => {
  it("says who speaks, what they said and how far it has come", async () => {
    const body = await mount(
      <Bubble from="bot" who="Bot" at="2026-07-16T08:11:00Z" zone="UTC" delivery="read">
        {"Hello"}
      </Bubble>,
    );
    expect(aloud(body)).toBe("Bot Hello read");
    expect(body.querySelector("time")!.textContent).toBe("08:11read");
    expect(body.querySelector("p")!.getAttribute("dir")).toBe("auto");
  });

  it("brings its files along, and has no empty paragraph without text", async () => {
    const body = await mount(
      <Bubble
        from="user"
        who="Customer"
        at="2026-07-16T08:11:00Z"
        files={[
          { name: "a.pdf", href: "/media/1", size: 184_000 },
          { name: "b.jpg", href: "/media/2", size: 5_000, preview: "/media/2s" },
        ]}
      />,
    );
    expect(
      [...body.querySelectorAll("a[download]")].map((link) => [link.textContent, link.getAttribute("href")]),
    ).toEqual([
      ["a.pdf184kB", "/media/1"],
      ["b.jpg5kB", "/media/2"],
    ]);
    expect(body.querySelector("img")!.getAttribute("alt")).toBe("");
    expect(body.querySelector("p")).toBeNull();
  });

  it("that is being written is announced", async () => {
    await mount(<Typing name="Meera" />);
    expect(document.querySelector("[role=status]")!.textContent).toBe("Meera is typing");
  });
});

describe("code", () => {
  afterEach(() => vi.unstubAllGlobals());
  const withClipboard = (writeText: (text: string) => Promise<void>) =>
    vi.stubGlobal("navigator", { clipboard: { writeText } });
  const status = () => document.querySelector("[role=status]")!.textContent;

  it("is copied whole, and says so; so does a refusal", async () => {
    const opened_: string[] = [];
    withClipboard(async (text) => void opened_.push(text));
    await mount(<CodeBlock name="A call" code={"curl \\\n  -X POST"} />);
    await click(byName("button", "Copy"));
    expect([opened_, status()]).toEqual([["curl \\\n  -X POST"], "Copied"]);
    withClipboard(() => Promise.reject(new Error("denied")));
    await click(byName("button", "Copy"));
    await act(async () => undefined);
    expect(status()).toBe("Could not copy");
  });

  it("is a named region to scroll by keyboard, left to right", async () => {
    await mount(<CodeBlock name="A call" code="x" />);
    const region = document.querySelector("[role=region]")!;
    expect([
      document.getElementById(region.getAttribute("aria-labelledby")!)!.textContent,
      region.getAttribute("tabindex"),
      region.getAttribute("dir"),
    ]).toEqual(["A call", "0", "ltr"]);
  });
});

describe("what is in the way", () => {
  it("of a first answer is said once", async () => {
    const body = await mount(<Waiting title="Counting 18,204 sessions" note="usually 0.3 s" />);
    expect(aloud(body)).toBe("Counting 18,204 sessions usually 0.3 s");
    expect(body.querySelector("[aria-busy=true]")).not.toBeNull();
  });

  it("of a newer answer leaves the old one, with its age", async () => {
    const body = await mount(
      <Refreshing note="as of 14:02">
        <b>{"18,204"}</b>
      </Refreshing>,
    );
    expect(body.textContent).toContain("18,204as of 14:02");
  });

  it("is who else saved first: both values, neither lost", async () => {
    await mount(
      <Conflict
        title="Imran changed this."
        clashes={[
          { key: "p", label: "Phone", mine: "1", theirs: "2" },
          { key: "n", label: "Name", mine: "A", theirs: "B" },
        ]}
        actions={<button type="button">{"Keep mine"}</button>}
      />,
    );
    expect(
      [...document.querySelectorAll("dl")].map((list) => [list.getAttribute("aria-label"), list.textContent]),
    ).toEqual([
      ["Phone", "PhoneYours1Theirs2"],
      ["Name", "NameYoursATheirsB"],
    ]);
    expect(document.querySelector("[role=status]")!.textContent).toContain("Imran changed this.");
  });

  it("is what the reader may not see: part of it, or all", async () => {
    const body = await mount(
      <>
        <Clipped title="Showing 4 of 11 outlets." />
        <NoAccess title="You cannot open this">{"Lakshmi can."}</NoAccess>
      </>,
    );
    expect(body.querySelector("[role=status]")!.textContent).toContain("Showing 4 of 11 outlets.");
    expect(body.querySelector("h2")!.textContent).toBe("You cannot open this");
  });
});
