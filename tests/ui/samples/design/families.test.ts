/** The families of sample pages: what each leads to, and each example at its own address. */
import { describe, expect, it } from "vitest";
import { pages } from "../../../../ui/routes";
import { opened } from "../../rendered";
import { answer } from "../../../ssr/examples";

const FAMILIES = ["forms", "charts", "components", "extensions"] as const;
const examples = (family: string) => pages.filter(({ path }) => path.startsWith(`/${family}/`)).map(({ path }) => path);
const open = (url: string, locale: "en" | "hi" | "ar" = "en") =>
  opened(url, answer, { session: { locale, dir: locale === "ar" ? "rtl" : "ltr" } });

describe.each(FAMILIES)("/%s", (family) => {
  it("leads to every example of its own", async () => {
    const page = await open(`/${family}`);
    expect(page.status).toBe(200);
    expect(examples(family).length).toBeGreaterThan(5);
    expect(
      [...page.document.querySelectorAll(".examples a")].map((link) => link.getAttribute("href")).toSorted(),
    ).toEqual(examples(family).toSorted());
  });
});

describe("every example", () => {
  const all = [...FAMILIES, "datatables"].flatMap(examples);

  it("has the addresses that the specification and its readers expect", () => {
    expect(all).toEqual(
      expect.arrayContaining([
        "/forms/wizard",
        "/charts/line",
        "/charts/heat-map",
        "/components/buttons",
        "/extensions/autocomplete",
        "/datatables/basic",
      ]),
    );
  });

  it.each(all)("%s is drawn under a title of its own, and leads back", async (path) => {
    const page = await open(path);
    expect(page.status).toBe(200);
    expect(page.title).toBe(`${page.text("h1")} · Parley`);
    expect(page.document.querySelectorAll(".sections > *").length).toBeGreaterThan(0);
    expect(page.link(".page-head .back")).toBe(`/${path.split("/")[1]}`);
    expect(page.link(".tabs [aria-current]")).toBe(path);
  });

  it("has a title that no other has", async () => {
    const titles = await Promise.all(all.map(async (path) => (await open(path)).title));
    expect(new Set(titles).size).toBe(titles.length);
  });

  it.each(["en", "hi", "ar"] as const)("has its words in %s", async (locale) => {
    for (const path of [...FAMILIES.map((family) => `/${family}`), ...all])
      expect(
        (await open(path, locale)).html.match(
          /[>"](design|data|reports|bots|bot|conversations|common|controls)\.[a-z][\w.]*[<"]/gi,
        ),
        path,
      ).toBeNull();
  });
});

describe("tables", () => {
  it("lead from the whole table to the examples", async () => {
    const page = await open("/datatables");
    const links = [...page.document.querySelectorAll(".tabs a")].map((link) => link.getAttribute("href"));
    expect(links).toEqual(["/datatables", ...examples("datatables")]);
    expect(page.html).not.toContain("datatables.example");
  });
});

describe("the wizard", () => {
  const at = (query: string) => open(`/forms/wizard${query}`);
  const carried = (page: Awaited<ReturnType<typeof open>>) =>
    Object.fromEntries(
      [...page.document.querySelectorAll(".shelf form > input[type=hidden]")].map((input) => [
        input.getAttribute("name"),
        input.getAttribute("value"),
      ]),
    );
  const FIRST = "name=Asha%20Rao&email=asha@dealer.example";

  it("goes on only with what the step asks for, and keeps the rest", async () => {
    const refused = await at("?step=2&name=Asha%20Rao&email=asha");
    expect(refused.texts(".field-error")).toEqual(["Enter an email address, such as name@dealer.example."]);
    expect(
      [...refused.document.querySelectorAll(".stepper input.input")].map((input) => input.getAttribute("value")),
    ).toEqual(["Asha Rao", "asha"]);
  });

  it("carries what was typed through every step to the end", async () => {
    const second = await at(`?step=2&${FIRST}`);
    expect(second.texts(".field-error")).toEqual([]);
    expect(carried(second)).toEqual({ step: "3", name: "Asha Rao", email: "asha@dealer.example" });
    const third = await at(`?step=3&${FIRST}&outlet=Pune%20Baner&day=2026-12-03`);
    expect(third.texts(".facts dd")).toEqual(["Asha Rao", "asha@dealer.example", "Pune Baner", "3 Dec 2026"]);
    expect(carried(third)).toMatchObject({ step: "4", outlet: "Pune Baner", day: "2026-12-03" });
    expect((await at(`?step=4&${FIRST}&outlet=Pune%20Baner&day=2026-12-03`)).text(".notice")).toContain(
      "Asha Rao, 3 Dec 2026, Pune Baner",
    );
  });

  it("goes back without losing anything", async () => {
    const page = await at(`?step=2&${FIRST}&outlet=Pune%20Baner`);
    expect(page.link(".stepper-foot a")).toBe(
      "/forms/wizard?name=Asha%20Rao&email=asha%40dealer.example&outlet=Pune%20Baner",
    );
  });
});
