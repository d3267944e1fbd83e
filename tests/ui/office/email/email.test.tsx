/** Addresses of mail pages, who and when a row names, and the address that is being typed. */
import { describe, expect, it } from "vitest";
import { lastOf } from "../../../../ui/features/office/email/AddressField";
import { composePath, listPath, mailPath } from "../../../../ui/features/office/email/places";
import { whenOf, whoOf } from "../../../../ui/features/office/email/peopleAndTimes";
import { labelOf, PLACES } from "../../../../ui/features/office/email/types";
import { typedOf } from "../../../../ui/features/office/email/useDraft";
import { formatter } from "../../../../ui/lib/format";
import { email, MAIL, MAIL_ROW } from "../../../ssr/email";
import { opened } from "../../rendered";

const f = formatter("en", "Asia/Kolkata", "2026-11-22T06:00:00Z");
const t = (key: string, values?: Readonly<Record<string, string | number>>) => `${key} ${values?.who ?? ""}`.trim();

describe("places", () => {
  it("every list has one address, the inbox the shortest", () => {
    expect(listPath("inbox")).toBe("/apps/email");
    expect(listPath("sent", { q: "a b", page: 2 })).toBe("/apps/email/sent?q=a%20b&page=2");
    expect(listPath("label-company", { page: 1 })).toBe("/apps/email/label/company");
    expect(new Set(PLACES.map((place) => listPath(place))).size).toBe(PLACES.length);
  });
  it("a mail keeps the list it was opened from", () => {
    expect(mailPath("7")).toBe("/apps/email/mail/7");
    expect(mailPath("7", { place: "label-company", q: "x", page: 3 })).toBe(
      "/apps/email/mail/7?in=label-company&q=x&page=3",
    );
  });
  it("writing says what it begins with", () => {
    expect(composePath()).toBe("/apps/email/compose");
    expect(composePath({ answers: "7", kind: "all" })).toBe("/apps/email/compose?answers=7&kind=all");
  });
  it("labels are distinguished from folders", () =>
    expect([labelOf("label-private"), labelOf("inbox")]).toEqual(["private", null]));
});

describe("a row", () => {
  it("names the sender, and of one's own mails whom they are for", () => {
    expect(whoOf(MAIL_ROW, t, f)).toBe("Vaishali Pawar");
    expect(whoOf({ ...MAIL_ROW, kind: "sent" }, t, f)).toBe("email.toWhom Asha Kulkarni");
    expect(whoOf({ ...MAIL_ROW, kind: "draft", to: [] }, t, f)).toBe("email.toNobody");
    expect(whoOf({ ...MAIL_ROW, from: { name: "", email: "a@x.example", avatar: "" } }, t, f)).toBe("a@x.example");
  });
  it("says the time of today and the day of all else, in the reader's zone", () => {
    expect(whenOf("2026-11-21T20:00:00Z", "2026-11-22T06:00:00Z", f)).toBe("01:30");
    expect(whenOf("2026-11-21T10:00:00Z", "2026-11-22T06:00:00Z", f)).toBe("21 Nov");
    expect(whenOf("2025-11-22T06:00:00Z", "2026-11-22T06:00:00Z", f)).toBe("22 Nov 2025");
  });
});

describe("addresses", () => {
  it.each([
    ["ash", "", "ash"],
    ["a@x.example, ro", "a@x.example,", "ro"],
    ["a; b ;", "a; b ;", ""],
    ["", "", ""],
  ])("of %j the last is looked for", (text, before, last) => {
    expect(lastOf(text)).toEqual({ before, last });
  });
  it("a draft is typed as the server has it", () => {
    expect(typedOf(MAIL)).toEqual({
      to: MAIL.to_text,
      cc: MAIL.cc_text,
      bcc: "",
      subject: MAIL.subject,
      text: MAIL.text,
    });
  });
});

describe("a mail that does not come", () => {
  const at = "/apps/email/mail/91?in=label-company";
  it("leaves the list where it is, with the reason and the ways on", async () => {
    const page = await opened(at, email, { failing: "/api/v1/mail/91" });
    expect([
      page.status,
      page.texts(".mail-subject").length > 0,
      page.texts(".mail-read .notice a").slice(0, 1),
    ]).toEqual([503, true, ["Try again"]]);
    expect([page.link(".mail-read .notice a"), page.link(".mail-back")]).toEqual([at, "/apps/email/label/company"]);
  });
  it("stays when its list does not come", async () => {
    const page = await opened(at, email, { failing: "/api/v1/mail/labels" });
    expect([page.status, page.text("h1")?.slice(0, 7), page.texts(".mail-pane .notice strong").length]).toEqual([
      503,
      "Numbers",
      1,
    ]);
  });
});
