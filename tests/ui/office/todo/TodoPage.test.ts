/** The to-do list as a person sees it: rows, views, the sheet, and what is refused. */
import { describe, expect, it } from "vitest";
import type { Task } from "../../../../ui/features/office/todo/types";
import { TASK } from "../../../ssr/examples";
import { opened } from "../../rendered";

const COUNTS = {
  views: { mine: 4, open: 11, important: 3, completed: 6, deleted: 2 },
  tags: { team: 5, low: 4, medium: 3, high: 2, update: 1 },
};
const task = (more: Partial<Task> = {}) => ({ ...TASK, ...more }) as Task;
const pageOf = (items: Task[]) => ({ items, total: items.length, page: 1, per: 50, next: null, previous: null });
const answers =
  (open: Task[], done: Task[] = []) =>
  (path: string) =>
    path.includes("/counts")
      ? COUNTS
      : /tasks\/\d/.test(path)
        ? (open[0] ?? done[0])
        : pageOf(path.includes("view=completed") ? done : open);
const show = (open: Task[], url = "/apps/todo", options: Parameters<typeof opened>[2] = {}, done: Task[] = []) =>
  opened(url, answers(open, done), options);
const READER = {
  id: "2",
  fullName: "V",
  username: "v",
  email: "v@example.com",
  role: "editor",
  avatar: "",
  ability: [{ action: "read", subject: "Office" }],
};

describe("the list", () => {
  it("says name, tags, date, person and star of a task", async () => {
    const page = await show([task()]);
    expect(page.text(".t-title")).toBe("Approve version 42");
    expect(page.text(".t-tags")).toBe("High");
    expect(page.text(".t-due")).toBe("overdue 1 day");
    expect(page.text(".t-who")).toContain("For Asha Kulkarni");
    expect(page.document.querySelector(".t-star")!.getAttribute("aria-pressed")).toBe("true");
    expect(page.document.querySelector(".t-check")!.getAttribute("aria-checked")).toBe("false");
  });

  it("tells today from other days, and calls nothing done overdue", async () => {
    const page = await show(
      [
        task({ due_date: "2026-11-21" }),
        task({ id: "42", due_date: "2026-12-01" }),
        task({ id: "43", due_date: null }),
      ],
      "/apps/todo",
      {},
      [task({ id: "44", is_completed: true })],
    );
    expect(page.texts(".t-due")).toEqual(["today", "1 Dec", "", "20 Nov"]);
  });

  it("works without script: each button sends its own call on the revision that is shown", async () => {
    const page = await show([task()]);
    const call = (selector: string) =>
      new URLSearchParams(page.document.querySelector(selector)!.getAttribute("formaction")!.split("?")[1]);
    expect(Object.fromEntries(call(".t-check"))).toEqual({
      call: "/api/v1/tasks/41",
      method: "PATCH",
      page: "/apps/todo?done=completed",
      revision: "3",
    });
    expect(page.document.querySelector(".t-check")!.getAttribute("value")).toBe("1");
    expect(page.document.querySelector(".t-star")!.getAttribute("value")).toBe("0");
    expect(page.document.querySelector(".t-list form")!.getAttribute("action")).toContain("tasks%2Forder");
  });

  it("has views with their numbers, tags and orders as links that keep the rest of the address", async () => {
    const page = await show([task()], "/apps/todo?tag=high&q=v");
    expect(page.texts(".t-sides nav:first-child a")).toEqual([
      "My tasks4",
      "All tasks11",
      "Important3",
      "Completed6",
      "Deleted2",
    ]);
    expect(page.link(".t-sides nav:first-child a:nth-child(4)")).toBe("/apps/todo?view=completed&tag=high&q=v");
    expect(page.link('.t-sides a[aria-current="true"]')).toBe("/apps/todo?q=v");
    expect(page.texts(".t-tools .menu-item")).toEqual([
      "My order",
      "Latest",
      "Title A to Z",
      "Title Z to A",
      "Assignee",
      "Due date",
    ]);
    expect(page.link(".t-tools .menu-item:nth-child(6)")).toBe("/apps/todo?tag=high&q=v&sort=due-date");
  });

  it("is moved by hand in one's own order only", async () => {
    expect((await show([task(), task({ id: "42" })])).document.querySelectorAll(".grip")).toHaveLength(2);
    expect((await show([task()], "/apps/todo?sort=latest")).document.querySelectorAll(".grip")).toHaveLength(0);
  });

  it("restores what is deleted, one or all", async () => {
    const page = await show([task({ is_deleted: true })], "/apps/todo?view=deleted");
    expect(page.document.querySelector(".t-row .button")!.getAttribute("formaction")).toContain("41%2Frestore");
    expect(page.text(".t-many .button")).toBe("Restore 1 task");
    expect(page.document.querySelector(".t-check")).toBeNull();
  });

  it("lets those who may only read do nothing", async () => {
    const page = await show([task()], "/apps/todo", { session: { user: READER } });
    expect(page.document.querySelector(".t-add, .grip, a[href*='new=1']")).toBeNull();
    expect(page.document.querySelectorAll(".t-check[disabled], .t-star[disabled]")).toHaveLength(2);
  });
});

describe("nothing to show", () => {
  it.each([
    ["", "No open tasks"],
    ["?view=deleted", "No deleted tasks"],
    ["?q=zzz&tag=low", "No tasks match “zzz” · Low"],
  ])("%s says %s", async (query, text) => {
    expect((await show([], `/apps/todo${query}`)).text(".empty h2")).toBe(text);
  });

  it("is distinguished from an answer that did not come", async () => {
    const page = await show([], "/apps/todo", { failing: "/api/v1/tasks" });
    expect(page.status).toBe(503);
    expect(page.document.querySelector(".empty")).toBeNull();
  });

  it("of an order there is none of is named", async () => {
    expect((await show([task()], "/apps/todo?sort=nothing")).status).toBe(400);
  });
});

describe("the sheet", () => {
  it("holds the task that the address names", async () => {
    const page = await show([task()], "/apps/todo?task=41");
    const value = (name: string) => page.document.querySelector(`dialog [name=${name}]`)!.getAttribute("value");
    expect(page.document.querySelector("dialog[open]")).not.toBeNull();
    expect([value("title"), value("due_date"), value("assignee")]).toEqual([
      "Approve version 42",
      "2026-11-20",
      "Asha Kulkarni",
    ]);
    expect(page.document.querySelector("dialog input[value=high]")!.hasAttribute("checked")).toBe(true);
    expect(page.text("dialog .marked")).toBe("Look at red items:2 cases");
    expect(page.document.querySelector("dialog .marked strong")!.textContent).toBe("red");
    expect(page.document.querySelector("dialog form")!.getAttribute("action")).toContain("revision=3");
  });

  it("is for reading only where one may not change", async () => {
    const page = await show([task()], "/apps/todo?task=41", { session: { user: READER } });
    expect(page.document.querySelector("dialog form, dialog input")).toBeNull();
    expect(page.text("dialog h2")).toBe("Approve version 42");
  });

  it("lays both values side by side when someone else saved first, and saves on the new revision", async () => {
    const form = {
      page: "todo",
      values: { title: "Mine", description: "Look", due_date: "2026-11-20", assignee: "" },
      problem: { status: 412, detail: "Changed." },
    };
    const page = await show([task({ title: "Theirs", revision: 4, description: "Look" })], "/apps/todo?task=41", {
      form,
    });
    expect(page.texts(".differences tbody tr")).toEqual(["TitleMineTheirs", "Assignee—Asha Kulkarni"]);
    expect(page.document.querySelector("dialog [name=title]")!.getAttribute("value")).toBe("Mine");
    expect(page.document.querySelector("dialog form")!.getAttribute("action")).toContain("revision=4");
    expect(page.text("dialog footer .primary")).toBe("Save mine");
  });

  it("keeps what was typed and says what is wrong at its field", async () => {
    const form = {
      page: "todo",
      values: { title: "Ask", assignee: "Nobody", description: "All" },
      problem: { status: 422, errors: { assignee: ["Nobody here has that name."] } },
    };
    const page = await show([task()], "/apps/todo?new=1", { form });
    expect(page.document.querySelector("dialog [name=title]")!.getAttribute("value")).toBe("Ask");
    expect(page.document.querySelector("dialog textarea")!.textContent).toBe("All");
    expect(page.text("dialog .field-error")).toBe("Nobody here has that name.");
  });

  it("begins with what the list is narrowed to", async () => {
    const page = await show([], "/apps/todo?view=important&tag=low&new=1");
    expect(page.document.querySelector("dialog input[value=low]")!.hasAttribute("checked")).toBe(true);
    expect(page.document.querySelector("dialog input[type=checkbox][name=is_important]")!.hasAttribute("checked")).toBe(
      true,
    );
  });
});
