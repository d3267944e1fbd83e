// @vitest-environment happy-dom
/** The list of users alive: sheets that an address opens, what is refused in them, deleting with undo, and keys. */
import { afterEach, describe, expect, it } from "vitest";
import { people } from "../../../ssr/people";
import { alive, calm, click, gone, getElement, press, send, texts, type } from "../../alive";

const MEMBER = people("/api/v1/people/7") as { id: string; revision: number; full_name: string; company: string };
const FORM = "dialog form";
const DELETION = 'form[action*="method=DELETE"][action*="people"]';
const value = (name: string) => getElement<HTMLInputElement>(`${FORM} [name=${name}]`).value;
const read = (path: string) => people(path);
const list = (items: unknown[], total: number) => (path: string) =>
  /people(\?|$)/.test(path) ? { items, total, page: 1, per: 10, next: null, previous: null } : people(path);
const URL_EDIT = "/apps/user/list?do=edit&who=7";

afterEach(gone);

it("says in the list that an invitation has expired, was revoked or was never sent", async () => {
  const rows = ["open", "expired", "revoked", "none"].map((invitation, at) => ({
    ...MEMBER,
    id: `9${at}`,
    number: 90 + at,
    state: "invited",
    invitation,
  }));
  await alive("/apps/user/list", list(rows, 4));
  expect(texts("tbody .pill")).toEqual(["Invited", "Invitation expired", "Invitation revoked", "Not invited"]);
  expect(texts("tbody .pill.warn")).toEqual(["Invited"]);
  expect(texts("tbody .pill.bad")).toEqual(["Invitation expired"]);
});

describe("changing a person", () => {
  it("sends the revision that was shown, closes, and says so", async () => {
    const page = await alive(URL_EDIT, read);
    await type(`${FORM} [name=company]`, "Vela Group");
    await send(FORM);
    expect(page.sent).toMatchObject([
      {
        path: "/api/v1/people/70",
        method: "PATCH",
        revision: "3",
        body: { company: "Vela Group", full_name: "Meera Nair" },
      },
    ]);
    await page.settle({ data: { ...MEMBER, company: "Vela Group", revision: 4 } });
    await calm(20);
    expect([window.location.search, document.querySelector("dialog[open]")]).toEqual(["", null]);
    expect(texts(".toast-text").join()).toContain("Meera Nair");
  });

  it("that is refused says so at its fields, which keep what was typed", async () => {
    const page = await alive(URL_EDIT, read);
    await type(`${FORM} [name=company]`, "Vela Group");
    await type(`${FORM} [name=email]`, "taken@vela.example");
    await send(FORM);
    await page.settle({ error: { status: 422, errors: { email: ["Somebody else has this address."] } } });
    const email = getElement<HTMLInputElement>(`${FORM} [name=email]`);
    expect([email.getAttribute("aria-invalid"), email.value, value("company")]).toEqual([
      "true",
      "taken@vela.example",
      "Vela Group",
    ]);
    expect(document.getElementById(email.getAttribute("aria-describedby")!.split(" ")[0]!)!.textContent).toContain(
      "Somebody else has this address.",
    );
    expect(document.querySelectorAll(`${FORM} [aria-invalid=true]`)).toHaveLength(1);
  });

  it("that someone else has changed lays both side by side; one's own goes on the present revision", async () => {
    let now: unknown = MEMBER;
    const page = await alive(URL_EDIT, (path) =>
      path === "/api/v1/people/70" || path === "/api/v1/people/7" ? now : people(path),
    );
    await type(`${FORM} [name=company]`, "Vela Group");
    await send(FORM);
    now = { ...MEMBER, company: "Vela Holding", country: "Nepal", revision: 9 };
    await page.settle({ error: { status: 412 } });
    await calm(20);
    expect(texts(".differences tbody tr").map((row) => row.replace("Company", ""))).toEqual(["Vela GroupVela Holding"]);
    // A field that was left alone is as the other person has saved it.
    expect([value("company"), value("country")]).toEqual(["Vela Group", "Nepal"]);
    await send(FORM);
    expect(page.sent.at(-1)).toMatchObject({ revision: "9", body: { company: "Vela Group", country: "Nepal" } });
    await page.settle({ error: { status: 412 } });
    await click(".differences ~ a, .notice a.button");
    expect(value("company")).toBe("Vela Holding");
  });
});

describe("a new person", () => {
  it("is checked field by field before anything is sent", async () => {
    const page = await alive("/apps/user/list?do=new", read);
    await type(`${FORM} [name=email]`, "ira@vela");
    await send(FORM);
    expect(page.sent).toEqual([]);
    const errorOf = (name: string) =>
      getElement(`${FORM} [name=${name}]`).closest(".field")?.querySelector(".field-error")?.textContent;
    expect([errorOf("full_name"), errorOf("email")]).toEqual([
      "Enter a value.",
      "Enter a full email address, such as asha@example.com.",
    ]);
    expect([value("email"), value("role")]).toEqual(["ira@vela", "subscriber"]);
    await type(`${FORM} [name=email]`, "ira@vela.example");
    await type(`${FORM} [name=full_name]`, "Ira Joshi");
    await send(FORM);
    expect(page.sent).toMatchObject([{ path: "/api/v1/invitations", method: "POST" }]);
  });

  it("is begun with n, and their invitation's link is shown", async () => {
    const page = await alive("/apps/user/list", read);
    await press("n");
    await calm(20);
    expect(window.location.search).toBe("?do=new");
    for (const [name, text] of [
      ["full_name", "Ira Joshi"],
      ["email", "ira@vela.example"],
      ["username", "ira"],
    ] as const)
      await type(`${FORM} [name=${name}]`, text);
    await send(FORM);
    expect(page.sent).toMatchObject([
      {
        path: "/api/v1/invitations",
        method: "POST",
        body: { full_name: "Ira Joshi", role: "subscriber", username: "ira" },
      },
    ]);
    await page.settle({
      data: {
        id: "90",
        user_id: "91",
        link: "https://parley.example/invitation?token=t",
        expires_at: "2026-11-30T09:00:00Z",
      },
    });
    await calm(20);
    expect(document.querySelector<HTMLInputElement>("input[name=link]")?.value).toBe(
      "https://parley.example/invitation?token=t",
    );
    expect(window.location.search).toBe("");
  });

  it("cannot be begun by who may only read", async () => {
    const user = {
      id: "2",
      fullName: "V",
      username: "v",
      email: "v@example.com",
      role: "editor",
      avatar: "",
      ability: [{ action: "read", subject: "User" }],
    };
    await alive("/apps/user/list?do=new", read, { user });
    await press("n");
    expect([document.querySelector("dialog form"), window.location.search]).toEqual([null, "?do=new"]);
  });
});

describe("deleting a person", () => {
  it("asks nothing, and says why it could not be done", async () => {
    const page = await alive("/apps/user/view/7", read);
    await calm(20);
    await send(DELETION);
    expect(page.sent).toMatchObject([{ path: "/api/v1/people/70", method: "DELETE", revision: "3" }]);
    await page.settle({ error: { status: 409, detail: "The last admin stays." } });
    expect(texts(".toast.bad").join()).toContain("The last admin stays.");
    expect(document.querySelector("dialog[open]")).toBeNull();
  });

  it("out of the sheet closes it", async () => {
    const page = await alive(URL_EDIT, read);
    await click("dialog button", "Delete user");
    expect(page.sent).toMatchObject([{ path: "/api/v1/people/70", method: "DELETE" }]);
    await page.settle({ data: { ...MEMBER, revision: 4 } });
    expect(window.location.search).toBe("");
  });

  it("is undone on the revision that deleting has made", async () => {
    const page = await alive("/apps/user/view/7", read);
    await calm(20);
    await send(DELETION);
    await page.settle({ data: { ...MEMBER, revision: 4 } });
    await click(".toast-act", "Undo");
    await calm();
    expect(page.sent.at(-1)).toMatchObject({ path: "/api/v1/people/70/restore", method: "POST", revision: "4" });
    await page.settle({ error: { status: 409, detail: "Somebody else has the address now." } });
    expect(texts(".toast.bad").join()).toContain("Somebody else has the address now.");
  });
});

describe("a list without rows", () => {
  it.each([
    ["that fit leads to all", "/apps/user/list?q=zzz", 0, "/apps/user/list"],
    ["on a page beyond the last leads to the first", "/apps/user/list?page=9", 3, "/apps/user/list"],
    ["of deleted people leads to all", "/apps/user/list?status=deleted", 0, "/apps/user/list"],
  ])("%s", async (_, url, total, to) => {
    await alive(url, list([], total));
    expect(getElement(".empty a").getAttribute("href")).toBe(to);
  });
});

describe("deactivating a person", () => {
  const url = "/admin/users/7?do=deactivate";

  it("offers those alone who may take over, and is undone by its toast", async () => {
    const page = await alive(url, read);
    expect(texts("dialog select option").slice(1)).toEqual(["Heir One"]);
    await send(FORM);
    expect(page.sent.at(-1)).toMatchObject({ path: "/api/v1/people/70/deactivate", body: { successor: null } });
    await page.settle({ error: { status: 422, errors: { successor: ["Choose who takes them over."] } } });
    expect(texts("dialog .error, dialog .field").join()).toContain("Choose who takes them over.");
    await send(FORM);
    await page.settle({ data: { ...MEMBER, state: "deactivated", undo: "token" } });
    await click(".toast-act", "Undo");
    await calm();
    expect(page.sent.at(-1)).toMatchObject({ path: "/api/v1/people/70/reinstate", body: { undo: "token" } });
    await page.settle({ data: MEMBER });
    expect(texts(".toast-text").join()).toContain("Restored: Meera Nair");
  });
});

describe("a second factor", () => {
  const withFactor = (path: string) =>
    /people\/70?$/.test(path)
      ? { ...MEMBER, state: "active", signs_in: true, second_factor_at: "2026-11-01T08:00:00Z" }
      : people(path);
  const turnOff = () => texts("main a").filter((text) => text === "Turn off second factor");

  it("is turned off from its person's page", async () => {
    await alive("/admin/users/7", withFactor);
    expect(turnOff()).toHaveLength(1);
  });

  it("is turned off after a question", async () => {
    await alive("/admin/users/7?do=reset-factor", withFactor);
    expect(texts("dialog").join()).toContain("sign in with their password alone");
    expect(decodeURIComponent(getElement(FORM).getAttribute("action")!)).toContain("/api/v1/people/70/reset-factor");
  });

  it("that is off has nothing to turn off", async () => {
    await alive("/admin/users/7?do=reset-factor", read);
    expect([turnOff(), document.querySelector("dialog[open]")]).toEqual([[], null]);
  });
});
