// @vitest-environment happy-dom
/** Components as a person and a screen reader meet them. */
import { renderToString } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import { configureStore } from "@reduxjs/toolkit";
import { Provider } from "react-redux";
import { Avatar, Button, Can, Empty, Icon, Menu, Notice, ProblemNotice, Tabs, Trouble } from "../../ui/components";
import { pageList, Pagination } from "../../ui/components/Pagination";
import { Chip } from "../../ui/components/filters";
import { Table } from "../../ui/components/Table";
import { Field } from "../../ui/components/fields";
import { formatter } from "../../ui/lib/format";
import { ReaderProvider } from "../../ui/lib/i18n";
import { addMessages } from "../../ui/lib/messages";
import common from "../../ui/i18n/en/common.json";
import type { ReactNode } from "react";

beforeAll(() => addMessages("en", "common", common));

const textOf = (node: ReactNode) => {
  document.body.innerHTML = renderToString(
    <ReaderProvider locale="en" zone="Asia/Kolkata" now="2026-11-21T08:40:00Z">
      {node}
    </ReaderProvider>,
  );
  return document.body;
};

describe("a field", () => {
  it("is named by its label and says its error in place of the help", () => {
    const body = textOf(<Field label="Email" name="email" help="Yours." error="Email or Password is Invalid" />);
    const input = body.querySelector("input")!;
    expect(body.querySelector("label")!.getAttribute("for")).toBe(input.id);
    expect(input.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(input.getAttribute("aria-describedby")!)!.textContent).toBe(
      "Email or Password is Invalid",
    );
    expect(body.textContent).not.toContain("Yours.");
  });

  it("gives two fields of one name different ids", () => {
    const [element, two] = textOf(
      <>
        <Field label="A" name="a" />
        <Field label="B" name="a" />
      </>,
    ).querySelectorAll("input");
    expect(element!.id).not.toBe(two!.id);
  });
});

describe("what one may do", () => {
  const seen = (ability: { action: string; subject: string }[] | null) => {
    const state = { auth: { userData: ability ? { id: "1", ability } : {} } };
    return textOf(
      <Provider store={configureStore({ reducer: () => state })}>
        <Can I="export" a="Dashboard" otherwise="ask an admin">
          {"CSV"}
        </Can>
      </Provider>,
    ).textContent;
  };

  it.each([
    [[{ action: "export", subject: "Dashboard" }], "CSV"],
    [[{ action: "manage", subject: "Dashboard" }], "CSV"],
    [[{ action: "export", subject: "all" }], "CSV"],
    [[{ action: "read", subject: "Dashboard" }], "ask an admin"],
    [[{ action: "export", subject: "Conversation" }], "ask an admin"],
    [[], "ask an admin"],
    [null, "ask an admin"],
  ])("%j sees %s", (ability, text) => expect(seen(ability)).toBe(text));
});

describe("a refused form", () => {
  it("asks for the focus at the refused fields, and at its reason where no field is to blame", () => {
    const body = textOf(
      <>
        <Field label="A" name="a" />
        <Field label="B" name="b" error="Too long." />
        <Notice tone="bad" focus>
          {"Taken."}
        </Notice>
      </>,
    );
    expect(
      [...body.querySelectorAll("[autofocus]")].map((element) => element.getAttribute("name") ?? element.textContent),
    ).toEqual(["b", "Taken."]);
    expect(body.querySelector(".notice")!.getAttribute("tabindex")).toBe("-1");
  });
});

describe("a button", () => {
  it("says what it is doing while busy", () => {
    const button = textOf(<Button busy>{"Save"}</Button>).querySelector("button")!;
    expect(button.textContent).toBe("Saving");
    expect(button.getAttribute("aria-disabled")).toBe("true");
  });
});

describe("links of a list", () => {
  it("list the pages worth a link", () => {
    expect(pageList(1, 1)).toEqual([1]);
    expect(pageList(1, 52)).toEqual([1, 2, null, 52]);
    expect(pageList(26, 52)).toEqual([1, null, 25, 26, 27, null, 52]);
    expect(pageList(52, 52)).toEqual([1, null, 51, 52]);
  });

  it("mark the current page and leave out what is not there", () => {
    const body = textOf(
      <Pagination of={{ page: 1, per: 10, total: 1284, previous: null, next: "2" }} to={(n) => `?page=${n}`} />,
    );
    expect(body.querySelector("[aria-current=page]")!.textContent).toBe("1");
    expect(body.querySelector("[rel=prev]")).toBeNull();
    expect(body.querySelector("[rel=next]")!.getAttribute("href")).toBe("?page=2");
    expect(body.textContent).toContain("1–10 of 1,284");
  });

  it("are numbered only as far as numbers reach", () => {
    const body = textOf(
      <Pagination of={{ page: null, per: 10, total: 30_000, previous: null, next: "c92" }} to={(n) => `?page=${n}`} />,
    );
    expect([...body.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual(["?page=c92"]);
    const last = textOf(
      <Pagination of={{ page: 1000, per: 10, total: 30_000, previous: "999", next: "c92" }} to={(n) => `?page=${n}`} />,
    );
    expect([...last.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual([
      "?page=999",
      "?page=1",
      "?page=999",
      "?page=1000",
      "?page=c92",
    ]);
  });

  it("count what a tab holds", () => {
    const body = textOf(
      <Tabs
        label="Views"
        items={[
          { label: "All", to: "/a", current: true, count: 1204 },
          { label: "Mine", to: "/b", current: false },
        ]}
      />,
    );
    expect(body.querySelector("nav")!.getAttribute("aria-label")).toBe("Views");
    expect(body.querySelector("[aria-current=page]")!.textContent).toBe("All1,204");
  });
});

describe("a table", () => {
  it("names itself, its columns, its rows and its order", () => {
    const body = textOf(
      <Table
        caption="Outlets"
        rowKey={(r) => r.id}
        rows={[{ id: "1", n: 5 }]}
        columns={[
          { key: "id", head: "Outlet", cell: (r) => r.id, rowHead: true, sort: { to: "?sort=-id", dir: "asc" } },
          { key: "n", head: "Sessions", cell: (r) => r.n, numeric: true },
        ]}
      />,
    );
    expect(body.querySelector("caption")!.textContent).toBe("Outlets");
    expect(body.querySelector("th[scope=row]")!.textContent).toBe("1");
    expect(body.querySelector("[aria-sort=ascending] a")!.getAttribute("href")).toBe("?sort=-id");
    expect(body.querySelector("td.num")!.textContent).toBe("5");
  });
});

describe("states", () => {
  it("announce an error and only mention the rest", () => {
    expect(textOf(<Notice tone="bad">{"x"}</Notice>).querySelector("[role=alert]")).not.toBeNull();
    expect(textOf(<Notice>{"x"}</Notice>).querySelector("[role=status]")).not.toBeNull();
  });

  it("tell an unanswered call from a failed one, with its number", () => {
    expect(textOf(<ProblemNotice problem={{ status: 0 }} />).textContent).toContain("No connection.");
    expect(
      textOf(<ProblemNotice problem={{ status: 500, detail: "Slow.", request_id: "req_7F3K2" }} />).textContent,
    ).toContain("req_7F3K2");
  });

  it("say nothing while all is well, what failed without an answer, and as of when with an old one", () => {
    const refetch = () => undefined;
    const error = { status: 503, detail: "The database is unavailable.", request_id: "req_503" };
    expect(textOf(<Trouble of={{ data: {}, fulfilledTimeStamp: 1, refetch }} />).textContent).toBe("");
    expect(textOf(<Trouble of={{ error, refetch }} />).textContent).toMatch(
      /This part could not be loaded\..*is unavailable.*req_503/,
    );
    const old = textOf(
      <Trouble of={{ data: {}, error, fulfilledTimeStamp: Date.parse("2026-11-21T08:30:00Z"), refetch }} />,
    );
    expect(old.textContent).toContain("As of 14:00");
    expect(old.querySelector("a.button")!.textContent).toBe("Try again");
  });

  it("name what is empty", () => {
    expect(textOf(<Empty title="No bots yet">{"Import one."}</Empty>).querySelector("h2")!.textContent).toBe(
      "No bots yet",
    );
  });
});

describe("choices", () => {
  it("name what removing a chip removes", () => {
    const link = textOf(<Chip label="Outcome" value="Abandoned" removeTo="?x=" />).querySelector("a")!;
    expect(link.getAttribute("aria-label")).toBe("Remove Outcome Abandoned");
  });

  it("give a menu without words a name", () => {
    expect(
      textOf(
        <Menu label="Language" hideLabel icon="languages">
          {"…"}
        </Menu>,
      )
        .querySelector("summary")!
        .getAttribute("aria-label"),
    ).toBe("Language");
  });

  it("give a menu its name besides its text, which a narrow page hides", () => {
    const summary = (menu: ReactNode) => textOf(menu).querySelector("summary")!;
    expect(summary(<Menu label="English" icon="languages" children="…" />).getAttribute("aria-label")).toBe("English");
    expect(summary(<Menu label="More" face={<b>3</b>} children="…" />).hasAttribute("aria-label")).toBe(false);
  });

  it("draw initials in any script", () => {
    expect(textOf(<Avatar name="Asha Kulkarni" />).textContent).toBe("AK");
    expect(textOf(<Avatar name="𝒜da" />).textContent).toBe("𝒜");
  });

  it.each(["javascript:alert(1)", "https://x.example/a.png", "//x.example/a.png", "a.png"])(
    "draw initials for a picture that no page may load: %s",
    (src) => {
      const body = textOf(<Avatar name="Asha Kulkarni" src={src} />);
      expect([body.querySelector("img"), body.textContent]).toEqual([null, "AK"]);
    },
  );

  it("draw a picture of ours", () => {
    const body = textOf(<Avatar name="Asha Kulkarni" src="/media/avatars/1" />);
    expect(body.querySelector("img")!.getAttribute("src")).toBe("/media/avatars/1");
  });
});

describe("an icon", () => {
  it("turns round with the line when it points along it", () => {
    const turned = (name: "reply" | "search") =>
      textOf(<Icon name={name} />)
        .querySelector("svg")!
        .classList.contains("mirror");
    expect([turned("reply"), turned("search")]).toEqual([true, false]);
  });
});

describe("formats", () => {
  const f = formatter("en", "Asia/Kolkata", "2026-11-21T08:40:00Z");
  it("never make a zero of a missing value", () => {
    for (const format of [f.number, f.percent, f.duration, f.compact, f.bytes]) expect(format(null)).toBe("—");
    expect(f.money(null, "INR")).toBe("—");
  });

  it("group as the reader's country does", () => {
    expect(f.money(1_184_600, "INR", 0)).toBe("₹11,84,600");
    expect(f.percent(71.8)).toBe("71.8%");
    expect(formatter("ar", "UTC", "2026-11-21T08:40:00Z").number(1234)).toBe("1,234");
  });

  it("keep a price in one piece where lines run from right to left", () => {
    const ar = formatter("ar", "UTC", "2026-11-21T08:40:00Z");
    expect(ar.money(40, "USD", 0)).toMatch(/^\u2067.*40.*US\$\u200e\u2069$/);
    expect(f.money(40, "USD", 0)).toBe("$40");
  });

  it("tell time in the reader's zone by the session's clock", () => {
    expect(f.time("2026-11-21T08:32:00Z")).toBe("14:02");
    expect(f.time("2026-11-21T18:30:00Z")).toBe("00:00");
    expect(f.ago("2026-11-21T06:30:00Z")).toBe("2 hours ago");
    expect(f.duration(250_000)).toBe("4m 10s");
    expect([f.weekday(0), f.weekday(6)]).toEqual(["Mon", "Sun"]);
  });
});
