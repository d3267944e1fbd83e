// Every file begins without bookmarks: others, which happened in the same installation, may have left some.
import { beforeAll } from "vitest";
import { base } from "./here.ts";

const PEOPLE = [
  { email: "admin@demo.com", password: "admin" },
  { email: "client@demo.com", password: "client" },
];

beforeAll(async () => {
  for (const person of PEOPLE) {
    const login = await fetch(`${base}/jwt/login`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(person),
    });
    const { accessToken } = (await login.json()) as { accessToken: string };
    const ask = (path: string, options: RequestInit = {}) =>
      fetch(`${base}/api/v1/bookmarks${path}`, {
        ...options,
        headers: { Authorization: `Bearer ${accessToken}`, ...options.headers },
      });
    const { items } = (await (await ask("?per=100")).json()) as { items: { id: number }[] };
    for (const { id } of items) {
      const etag = (await ask(`/${id}`)).headers.get("etag")!;
      const removed = await ask(`/${id}`, { method: "DELETE", headers: { "If-Match": etag } });
      if (!removed.ok) throw new Error(`A bookmark is left: ${await removed.text()}`);
    }
  }
});
