/** The page of components: every section, in every language. */
import { describe, expect, it } from "vitest";
import { opened } from "../../rendered";

const open = (url: string, locale: "en" | "hi" | "ar" = "en") =>
  opened(url, () => ({}), { session: { locale, dir: locale === "ar" ? "rtl" : "ltr" } });

describe.each(["en", "hi", "ar"] as const)("in %s", (locale) => {
  it("has a text for everything, and no style attribute", async () => {
    const page = await open("/design", locale);
    expect(page.html).not.toContain(" style=");
    expect(page.html.match(/>(design|data|reports|bots|bot|conversations|common)\.[a-z][\w.]*</gi)).toBeNull();
    expect(page.html.match(/="(design|data|reports|bots|bot|conversations|common)\.[a-z][\w.]*"/gi)).toBeNull();
  });
});

describe("the page of components", () => {
  it("opens each section alone", async () => {
    const all = await open("/design");
    const links = [...all.document.querySelector(".tabs")!.querySelectorAll("a")].map((link) =>
      link.getAttribute("href")!,
    );
    expect(links.length).toBeGreaterThan(20);
    for (const link of links.slice(1)) {
      const page = await open(link);
      expect(page.status, link).toBe(200);
      expect(page.html.length, link).toBeLessThan(all.html.length / 2);
      expect(page.link(".tabs a[aria-current=page]")).toBe(link);
    }
  });

  it("gives every element an id of its own, and every reference someone to refer to", async () => {
    // The dashboard's stacked columns share their hatches by name on purpose.
    const { document } = await open("/design");
    const ids = [...document.querySelectorAll("[id]")].map((element) => element.id).filter((id) => !/^h\d$/.test(id));
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    for (const attribute of ["aria-labelledby", "aria-describedby", "form", "for"]) {
      for (const element of document.querySelectorAll(`[${attribute}]`))
        expect(ids, `${attribute}=${element.getAttribute(attribute)}`).toContain(element.getAttribute(attribute));
    }
  });

  it("remembers columns, order, density and what is open in its address", async () => {
    const page = await open("/design?s=table&columns=sessions,state&sort=-sessions&dense=1&compare=2,3");
    expect(page.texts("table.compact thead th")).toEqual(["", "Outlet", "Status", "Sessions", "Actions"]);
    expect(page.text("table.compact tbody th")).toBe("Pune Baner");
    expect(page.text(".table-tools .quiet")).toBe("5 outlets");
    expect(page.text(".notice")).toBe("Compared: Bengaluru Whitefield, Jaipur Tonk Road");
    const tree = await open("/design?s=tree&open=1,2");
    expect(tree.texts("tbody th")).toEqual([
      "Maharashtra",
      "Pune",
      "Pune Baner",
      "Pune Hadapsar",
      "Nashik Gangapur Road",
      "Karnataka",
      "Rajasthan",
    ]);
  });
});
