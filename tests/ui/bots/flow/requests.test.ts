// @vitest-environment happy-dom
/** Trying the request of a call: what is sent, what comes back, and why nothing was sent. */
import { expect, it } from "vitest";
import { answer } from "../../../ssr/examples";
import { flow } from "../../../ssr/flow";
import { alive, calm, click, getElement, gone, texts, type } from "../../alive";
import { FLOW } from "../document/flows";

const CALL = {
  type: "call",
  method: "GET",
  url: "https://dealer.example/slots?day={{day}}",
  headers: { Authorization: "Bearer {{secret.CRM}}" },
  next: "menu",
};
const answers = (path: string) => {
  const answered = flow(path);
  return path.endsWith("/working-copy")
    ? { ...(answered as object), document: { ...FLOW, nodes: { ...FLOW.nodes, slots: CALL } } }
    : (answered ?? answer(path));
};
const RESULT = {
  method: "GET",
  url: "https://dealer.example/slots?day=Friday",
  headers: { Authorization: "Bearer {{secret.CRM}}" },
  body: null,
  ok: true,
  status: 200,
  error: null,
  ms: 41,
  value: { free: ["10:00"] },
  unset: [],
};

it("sends the node as it is in the form, and shows what came back or what is wrong", async () => {
  const page = await alive("/admin/bots/7/flow?node=slots", answers);
  await calm(50);
  expect(document.querySelectorAll('[name^="example-"]')).toHaveLength(1);
  await type('[name="example-day"]', "Friday");
  await click("button", "Send request");
  expect(page.sent.map(({ path, method, body }) => [path, method, body])).toEqual([
    [
      "/api/v1/bots/7/requests",
      "POST",
      { node: { method: "GET", url: CALL.url, headers: CALL.headers }, variables: { day: "Friday" } },
    ],
  ]);
  await page.settle({ data: RESULT });
  expect(getElement(".notice.good").textContent).toContain("The request worked 200");
  expect(texts("pre").join()).toContain('"free"');
  await click("button", "Send request");
  const reason = "With these values the request is larger than a bot may send.";
  await page.settle({
    error: { status: 422, detail: "Some values are not valid.", errors: { variables: [reason] } },
  } as never);
  expect(getElement(".notice.bad").textContent).toContain(reason);
  expect(document.querySelector(".notice.good")).toBeNull();
  await gone();
});
