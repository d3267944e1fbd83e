/** How many conversations reached a node, in the form of the node. */
import { expect, it } from "vitest";
import { answer } from "../../../ssr/examples";
import { opened } from "../../rendered";

const counts = (items: readonly object[]) => (url: string) =>
  url === "/api/v1/bots/7/nodes" ? { items } : answer(url);
const hello = "/admin/bots/7/flow?node=hello";

it("is beside what leads to the node, with those given up there", async () => {
  const page = await opened(hello, counts([{ node: "hello", reached: 1846, left: 12 }]));
  expect(page.text(".fl-reached")).toContain("1,846 conversations in 7 days, 12 given up here");
});

it("is absent at a node where the bot said nothing", async () => {
  expect((await opened(hello, counts([]))).text(".fl-reached")).not.toContain("7 days");
});

it("is not asked for by who may not read figures", async () => {
  const user = { id: "2", fullName: "V", username: "v", email: "v@e.x", role: "author", avatar: "" };
  const ability = ["read", "update"].map((action) => ({ action, subject: "Bot" }));
  const page = await opened(hello, answer, { session: { user: { ...user, ability } } });
  expect(page.requests).not.toContain("/api/v1/bots/7/nodes");
});
