/** A receipt: its number, what it is of, and counting it again. */
import { expect, test } from "vitest";
import { numbers, RECEIPT } from "../../../ssr/numbers";
import { opened } from "../../rendered";
import { dashboard } from "../dashboard/dashboard";

test("the number comes with its counts, filters, channels and revisions", async () => {
  const page = await opened("/receipts/12", numbers);
  expect(page.text(".rc-value")).toBe("12.4%");
  expect(page.texts(".rc-sum > div")).toEqual(["handed off62", "bot sessions500"]);
  expect(page.texts(".rc-chips > div")).toContain("Trafficreal, 18 test not counted");
  expect(page.texts(".rc-sources li")).toEqual(["WhatsApp300", "Web chat200"]);
  expect(page.texts(".rc-twins p")).toEqual(["Kept 19 Nov 2026, 14:0512.4%62 of 500", "Live now12.6%63 of 500"]);
  expect(page.text(".rc-lines")).toContain("2 → 3");
});

test("it is verified by a form, and a reader of less has their own part and no such form", async () => {
  const page = await opened("/receipts/12", numbers);
  expect(page.document.querySelector("form[action*=verify]")).not.toBeNull();
  const part = { ...RECEIPT, own_part: true, clipped: { visible: 3, of: 24, ranked: null } };
  const own = await opened("/receipts/12", () => part);
  expect(own.text(".notice")).toContain("Your part: 3 of 24 outlets");
  expect(own.document.querySelector("form[action*=verify]")).toBeNull();
});

test("a card makes one from the filters of its report", async () => {
  const page = await opened("/reports/dashboard?grp=service", () => dashboard());
  const form = page.document.querySelector("form#receipt")!;
  expect(form.getAttribute("action")).toContain("call=%2Fapi%2Fv1%2Freceipts&");
  expect(page.document.querySelector(".kd button[form=receipt]")?.getAttribute("name")).toBe("metric");
});
