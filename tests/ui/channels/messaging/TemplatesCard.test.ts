/** WhatsApp's message templates of an account as a person sees them. */
import { describe, expect, it } from "vitest";
import { answer, SESSION } from "../../../ssr/examples";
import { DEPLOYMENT, TEMPLATES } from "../../../ssr/inbox";
import { opened } from "../../rendered";

const list = (items: readonly unknown[], more = {}) => ({
  items,
  total: items.length,
  page: 1,
  per: 25,
  next: null,
  previous: null,
  ...more,
});
const open = (templates: object = list(TEMPLATES), row = DEPLOYMENT, options = {}) =>
  opened(
    "/admin/bots/7/channels?account=31",
    (path) => (path.includes("/templates") ? templates : /\/deployments\?/.test(path) ? list([row]) : answer(path)),
    options,
  );

describe("message templates", () => {
  it("say their state, category and quality, and what a person gets", async () => {
    const page = await open();
    expect(page.texts("#templates tbody tr td:nth-child(2)")).toEqual(["Approved", "Approved", "Paused low quality"]);
    expect(page.texts("#templates tbody tr td:nth-child(4)")).toEqual(["High", "High", "Low"]);
    expect(page.text("#templates details")).toContain("Your service is due: {{1}}");
    expect(page.text("#templates")).toContain("Read from WhatsApp at");
  });

  it("can be used one at a time, and keep the Business account", async () => {
    const page = await open();
    expect(page.texts("#templates tbody tr td:nth-child(5)")).toEqual(["In use", "Use", ""]);
    const fields = [...page.document.querySelectorAll("#templates tbody form input[name^=settings]")];
    expect(fields.map((field) => [field.getAttribute("name"), field.getAttribute("value")])).toEqual([
      ["settings.template.name", "booking_reminder"],
      ["settings.template.language", "en"],
      ["settings.business", "77001"],
    ]);
  });

  it("say why they were not read, and what is missing before that", async () => {
    const instance = "/api/v1/bots/7/deployments/31/templates/read";
    const form = {
      page: "bot-channels",
      values: {},
      problem: { status: 409, instance, detail: "Enter the id first." },
    };
    const page = await open(list([]), { ...DEPLOYMENT, templates_read_at: null }, { form });
    expect(page.text("#templates .notice")).toContain("Enter the id first.");
    expect(page.text("#templates")).toContain("Not read from WhatsApp yet");
  });

  it("page, are only read by who may not change the account, and belong to WhatsApp alone", async () => {
    const ability = ["Bot", "Deployment"].map((subject) => ({ action: "read", subject }));
    const paged = await open(list(TEMPLATES, { total: 30, next: "2" }), DEPLOYMENT, {
      session: { user: { ...SESSION.user!, ability } },
    });
    expect(paged.html).toContain("templates=2");
    expect(paged.document.querySelector("#templates form")).toBeNull();
    const slack = await open(list([]), { ...DEPLOYMENT, channel: "slack" });
    expect(slack.document.querySelector("#templates")).toBeNull();
  });
});
