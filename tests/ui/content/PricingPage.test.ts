/** The price list, and the plan it hands on to registration. */
import { expect, it } from "vitest";
import { PRICING } from "../../ssr/examples";
import { opened, SESSION } from "../rendered";

const GUEST = { user: null, workspace: null };
const open = (url: string, session = {}) => opened(url, () => PRICING, { session });

it("hands the chosen plan on to registration, which names it and sends it along", async () => {
  const page = await open("/pages/pricing", GUEST);
  const links = [...page.document.querySelectorAll(".plan a.button")].map((link) => link.getAttribute("href"));
  expect(links).toEqual(["basic", "standard", "enterprise"].map((plan) => `/pages/register-v1?plan=${plan}`));
  const form = await open(links[1]!, GUEST);
  expect(form.document.querySelector("form [name=plan]")?.getAttribute("value")).toBe("standard");
  expect(form.html).toContain("<strong>Standard</strong>");
  expect((await open("/pages/register-v1", GUEST)).document.querySelector("[name=plan]")).toBeNull();
  expect((await open("/pages/register-v1?plan=gold", GUEST)).status).toBe(400);
});

it("says the plan of the workspace to who is signed in, and offers no other account", async () => {
  const planOf = async (workspace: object) => {
    const page = await open("/pages/pricing", { workspace: { ...SESSION.workspace, ...workspace } });
    expect(page.document.querySelector(".plan a.button")).toBeNull();
    return page.texts(".plan:has(.own-plan) h2");
  };
  expect(await planOf({ plan: "enterprise" })).toEqual(["Enterprise"]);
  expect(await planOf({})).toEqual(["Basic"]);
});
