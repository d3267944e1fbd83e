/** The inbox as a person sees it. */
import { describe, expect, it } from "vitest";
import { dueOf } from "../../../ui/features/inbox/Due";
import { COLLEAGUES, DESK, DETAIL, handoffs, TEXTS, WAITING } from "../../ssr/inbox";
import { opened } from "../rendered";

const ME = { id: "1", name: "Asha Kulkarni", available: true };
const TAKEN = {
  ...WAITING,
  id: "32",
  state: "accepted" as const,
  accepted_at: "2026-11-21T08:35:00Z",
  agent: ME,
  contact: { ...WAITING.contact, name: "Anand Krishnan" },
};
const OTHERS = { ...TAKEN, id: "33", agent: { id: "2", name: "Sunil Kadam", available: true }, awaits_agent: false };

const CALL = { ...WAITING, id: "34", state: "call_back" as const, due_at: "2026-11-22T08:29:00Z" };

/** What is asked beside the conversations themselves. */
const aside = (path: string): unknown =>
  path.includes("/colleagues")
    ? COLLEAGUES
    : path.endsWith("/desk")
      ? DESK
      : path.includes("/texts")
        ? TEXTS
        : undefined;

const open = (url: string, detail: unknown = DETAIL, options = {}) =>
  opened(
    url,
    (path) =>
      aside(path) ??
      (path.startsWith("/api/v1/handoffs/")
        ? detail
        : path.includes("state=accepted")
          ? handoffs([OTHERS, TAKEN], { requested: 1, accepted: 2, mine: 1 })
          : path.includes("state=requested")
            ? handoffs([WAITING])
            : path.includes("state=call_back")
              ? handoffs([CALL], { requested: 1, accepted: 2, mine: 1, call_back: 1 })
              : handoffs([])),
    options,
  );

describe("the list", () => {
  it("has mine first, then who waits, then what others have", async () => {
    const { document } = await open("/inbox");
    const groups = [...document.querySelectorAll(".ib-group")];
    expect(groups.map((group) => group.getAttribute("aria-label"))).toEqual(["With me", "Waiting", "With others"]);
    expect(groups[0]!.textContent).toContain("Anand Krishnan");
    expect(groups[1]!.textContent).toContain("11m");
    expect(groups[2]!.textContent).toContain("Sunil Kadam");
    expect(document.querySelector(".tabs")!.textContent).toContain("3");
  });

  it("says only of mine that it is my turn", async () => {
    const rows = handoffs(
      [
        { ...OTHERS, awaits_agent: true },
        { ...TAKEN, awaits_agent: true },
      ],
      { mine: 1 },
    );
    const page = await opened(
      "/inbox",
      (path) => aside(path) ?? (path.includes("state=accepted") ? rows : handoffs([])),
    );
    const groups = [...page.document.querySelectorAll(".ib-group")];
    expect(groups.map((group) => group.querySelector(".ib-due")!.textContent)).toEqual(["Your turn", "Awaits a reply"]);
  });

  it("has the conversations of who is away apart", async () => {
    const away = { ...OTHERS, agent: { ...OTHERS.agent, available: false } };
    const page = await opened(
      "/inbox",
      (path) => aside(path) ?? handoffs(path.includes("state=accepted") ? [away] : [], { accepted: 1, mine: 0 }),
    );
    const groups = [...page.document.querySelectorAll(".ib-group")];
    expect(groups.map((group) => group.querySelector("h2")!.textContent)).toEqual(["Agent away 1"]);
  });

  it("says by icon and words how long there is", async () => {
    const due = (await open("/inbox")).document.querySelector(".ib-due.soon")!;
    expect(due.textContent).toBe("4 min left");
    expect(due.querySelector("svg")).not.toBeNull();
  });

  it("says what it is for when nobody waits, and what is over in lists of their own", async () => {
    const page = await opened("/inbox", (path) => aside(path) ?? handoffs([]));
    expect(page.text(".tk-side .empty h2")).toBe("Nobody is waiting");
    expect(
      (await opened("/inbox?state=closed", (path) => aside(path) ?? handoffs([]))).text(".tk-side .empty h2"),
    ).toBe("No closed conversations yet");
  });

  it("tells which part cannot be read, and shows the other", async () => {
    const page = await open("/inbox", DETAIL, { failing: "/api/v1/handoffs?state=requested" });
    expect(page.text(".tk-side .notice")).toContain("The database is unavailable.");
    expect(page.document.querySelectorAll(".ib-row")).toHaveLength(2);
  });
});

describe("a file of the visitor", () => {
  it("links to the document it has become for who may read it", async () => {
    const [first] = DETAIL.messages;
    const messages = [
      { ...first!, id: "1", kind: "media", text: "Photo", document: "77" },
      { ...first!, id: "2", kind: "media", text: "PDF file", document: null },
    ];
    const { document } = await open("/inbox/31", { ...DETAIL, messages });
    expect([...document.querySelectorAll(".bu a")].map((link) => link.outerHTML)).toEqual([
      '<a href="/customer-documents/77">Photo</a>',
    ]);
  });
});

describe("time left", () => {
  it("is well, soon from five minutes on, and over", () => {
    const due = "2026-11-21T09:00:00Z";
    const at = (time: string) => dueOf(due, Date.parse(`2026-11-21T${time}Z`));
    expect(at("08:54:00")).toEqual({ tone: "well", minutes: 6 });
    expect(at("08:55:00")).toEqual({ tone: "soon", minutes: 5 });
    expect(at("08:59:30")).toEqual({ tone: "soon", minutes: 1 });
    expect(at("09:00:30")).toEqual({ tone: "over", minutes: 1 });
    expect(at("09:06:00")).toEqual({ tone: "over", minutes: 6 });
  });
});

describe("a conversation", () => {
  it("offers to take over instead of the composer, and says what the bot knows and why", async () => {
    const { document, text } = await open("/inbox/31");
    expect(document.querySelector(".ib-take form, form.ib-take")!.getAttribute("action")).toContain("accept");
    expect(document.querySelector(".tk-write")).toBeNull();
    expect(text(".ib-known")).toContain("Pick up");
    expect(text(".ib-known")).toContain("home, Aundh");
    expect(text(".ib-known")).toContain("The contact asked for a person");
    expect(text(".tk-thread ol")).toContain("Not understood");
    expect(text(".ib-about")).toContain("3306");
  });

  it("has the composer once it is mine, and keeps what was refused", async () => {
    const form = {
      page: "handoff",
      values: { text: "Hello Kavita" },
      problem: { status: 422, errors: { text: ["Too long."] }, instance: "/api/v1/handoffs/31/messages" },
    };
    const { document, text } = await open("/inbox/31", { ...DETAIL, state: "accepted", agent: ME }, { form });
    const field = document.querySelector(".tk-write textarea")!;
    expect(field.textContent).toBe("Hello Kavita");
    expect(text(`[id=${field.getAttribute("aria-describedby")}]`)).toBe("Too long.");
    expect(document.querySelector("dialog form")!.getAttribute("action")).toContain("close");
  });

  it("says who has it, and why nothing was changed", async () => {
    const form = { page: "handoff", values: {}, problem: { status: 409, detail: "Sunil has it." } };
    const { document, text } = await open("/inbox/31", { ...DETAIL, ...OTHERS, messages: [] }, { form });
    expect(text(".tk-gone")).toBe("Sunil Kadam has this conversation.");
    expect(text(".tk-talk [role=alert]")).toContain("Sunil has it.");
    expect(document.querySelector(".tk-write")).toBeNull();
  });

  it("of who is away can be taken over", async () => {
    const away = { ...DETAIL, ...OTHERS, agent: { ...OTHERS.agent, available: false } };
    const { document, text } = await open("/inbox/33", away);
    const form = document.querySelector("form.ib-take")!;
    expect(text(".ib-take p")).toBe(
      "Sunil Kadam is away. You can take this conversation over. The contact sees your name.",
    );
    expect(form.getAttribute("action")).toContain("assign");
    expect(form.querySelector("input[name=agent]")!.getAttribute("value")).toBe("1");
  });

  it("lets who may only read do nothing", async () => {
    const ability = [{ action: "read", subject: "Inbox" }];
    const session = {
      user: { id: "4", fullName: "R", username: "r", email: "r@x.example", role: "subscriber", avatar: "", ability },
    };
    const { document, text } = await open("/inbox/31", DETAIL, { session });
    expect(document.querySelector("form[action*=handoffs]")).toBeNull();
    expect(document.querySelector(".segments")).toBeNull();
    expect(text(".tk-gone")).toContain("but not reply");
  });

  it("is over with how and when", async () => {
    const over = { ...DETAIL, state: "missed", ended_at: "2026-11-21T08:44:00Z" };
    expect((await open("/inbox/31", over)).text(".tk-gone")).toContain("Nobody took over in time");
  });
});

describe("ready texts", () => {
  const mine = { ...DETAIL, ...TAKEN, agent: ME };
  const answers = (path: string): unknown =>
    aside(path)
      ? aside(path)
      : path.startsWith("/api/v1/handoffs/")
        ? mine
        : handoffs([], { requested: 0, accepted: 1, mine: 1 });

  it("are chosen from a list without script, and begin the answer", async () => {
    const page = await opened("/inbox/32", answers);
    expect(page.texts(".tm-choice option")).toEqual(["hours · Opening </script> hours"]);
    const begun = await opened("/inbox/32?reply=hours", answers);
    expect(begun.text(".tk-write textarea")).toBe("हम नौ बजे खुलते हैं।");
  });

  it("are not offered where there are none", async () => {
    const page = await opened("/inbox/32", (path) => (path.includes("/texts") ? { texts: [] } : answers(path)));
    expect(page.document.querySelector(".tm-choice")).toBeNull();
  });
});

describe("a call back", () => {
  it("has a list of its own with by when to call", async () => {
    const { document, texts } = await open("/inbox?state=call_back");
    expect(texts(".tabs a")).toEqual(["Open3", "Call back1", "Closed", "Missed"]);
    expect(document.querySelector(".ib-due")!.textContent).toMatch(/^Call by /);
    expect(document.querySelector(".ib-row")!.getAttribute("href")).toBe("/inbox/34?state=call_back");
  });

  it("is taken over first, then has the number and is done", async () => {
    const waits = await open("/inbox/34", { ...DETAIL, ...CALL });
    expect(waits.text(".ib-take")).toContain("Take over to see the number");
    expect(waits.document.querySelector("a[href^='tel:']")).toBeNull();
    const mine = await open("/inbox/34", { ...DETAIL, ...CALL, agent: ME, phone: "+919845012345" });
    expect(mine.document.querySelector(".ib-about a[href='tel:+919845012345']")).not.toBeNull();
    expect(mine.text(".ib-acts")).toContain("Called");
    expect(mine.document.querySelector(".tk-write")).toBeNull();
    expect(mine.document.querySelector("form[action*=return]")).toBeNull();
  });
});

describe("colleagues", () => {
  it("can be given a conversation; who is away is marked", async () => {
    const { document, texts } = await open("/inbox/31");
    const form = document.querySelector("form[action*=assign]")!;
    expect([...form.querySelectorAll("button")].map((element) => element.getAttribute("value"))).toEqual(["1", "2"]);
    expect(texts("form[action*=assign] button")).toEqual(["Assign to me", "Sunil </script> KadamAway"]);
    const mine = await open("/inbox/32", { ...DETAIL, ...TAKEN });
    expect(mine.texts("form[action*=assign] button")).toEqual(["Sunil </script> KadamAway"]);
  });

  it("leave notes in the thread, written in place of the answer", async () => {
    const { document, text } = await open("/inbox/31");
    expect(text(".ib-note")).toContain("Sunil Kadam");
    expect(document.querySelector(".ib-note-form")).toBeNull();
    const writing = await open("/inbox/31?write=note");
    expect(writing.document.querySelector(".ib-note-form")!.getAttribute("action")).toContain("notes");
    expect(writing.document.querySelector(".ib-take")).toBeNull();
  });
});

describe("the reader's part", () => {
  it("is whether they are available, and hear who waits", async () => {
    const { document, text } = await open("/inbox");
    expect(text(".ib-desk")).toBe("Available");
    const buttons = [...document.querySelectorAll(".ib-title button")];
    expect(buttons.map((button) => `${button.getAttribute("name")}=${button.getAttribute("value")}`)).toEqual([
      "available=true",
      "available=false",
      "sound=true",
    ]);
  });

  it("narrows the list to a queue and an outlet, which go along", async () => {
    const { texts } = await open("/inbox");
    expect(texts(".ib-filters .menu-item")).toEqual(["sales", "service", "Pune Baner"]);
    const filtered = await open("/inbox?queue=service&outlet=4");
    expect(filtered.texts(".ib-filters .chip.tint strong")).toEqual(["service", "Pune Baner"]);
    expect(filtered.document.querySelector(".ib-row")!.getAttribute("href")).toContain("queue=service&outlet=4");
  });
});

describe("the greeting", () => {
  it("comes before the visitor's first word", async () => {
    const { texts } = await open("/inbox/31");
    const bubbles = texts(".tk-thread ol .bu");
    expect(bubbles[0]).toContain("I am the service assistant");
    expect(bubbles[1]).toContain("why is 30k service");
  });
});

describe("who waits", () => {
  it("is counted at the menu's entry and in the document's title", async () => {
    const page = await open("/inbox", DETAIL, { session: { waiting: 7 } });
    expect(page.text(".rail-item[href='/inbox'] b")).toBe("7 waiting");
    expect(page.title).toBe("(7) Inbox · Parley");
    const none = await open("/inbox");
    expect(none.document.querySelector(".rail-item b")).toBeNull();
  });
});
