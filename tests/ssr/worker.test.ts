/** The worker as a process: its limits, its refusals, its end. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANONYMOUS, FAQ } from "./examples";

const WORKER = "ssr/dist/worker.mjs";
const socketPath = join(mkdtempSync(join(tmpdir(), "ssr-")), "w.sock");
let worker: ChildProcess;
let build: string;

function call(
  method: string,
  path: string,
  body?: string | Buffer,
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
): Promise<{ status: number; body: Record<string, any> }> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path, method, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(parts).toString()) }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
const render = (body: object) =>
  call("POST", "/render", JSON.stringify({ build, url: "/pages/faq", session: ANONYMOUS, ...body }));

beforeAll(async () => {
  if (!existsSync(WORKER)) execFileSync(process.execPath, ["ui/build.mjs"]);
  worker = spawn(process.execPath, [WORKER, socketPath], { stdio: ["ignore", "pipe", "pipe"] });
  const line = await new Promise<string>((resolve) =>
    worker.stdout!.once("data", (data: Buffer) => resolve(data.toString())),
  );
  build = JSON.parse(line).build;
}, 60_000);
afterAll(() => void worker.kill("SIGKILL"));

describe("the build", () => {
  // The engine keeps two bytes of each letter of a text in which one is beyond Latin-1: 2 MB of this one.
  it("has no letter beyond ASCII, and none of the texts, which are read when a page needs them", () => {
    const text = readFileSync(WORKER, "latin1");
    expect(/[^\0-\x7f]/.test(text)).toBe(false);
    expect(statSync(WORKER).size).toBeLessThan(3e6);
  });
});

describe("the worker", () => {
  it("knows the build of the page table and keeps its socket to its owner", async () => {
    expect(build).toBe(JSON.parse(readFileSync("app/static/build/pages.json", "utf8")).build);
    expect(statSync(socketPath).mode & 0o077).toBe(0);
    expect((await call("GET", "/health")).body).toMatchObject({ build });
  });

  it("asks, then renders", async () => {
    expect((await render({})).body).toEqual({ needs: ["/faq/data?hl=en"] });
    const { status, body } = await render({ answers: { "/faq/data?hl=en": { status: 200, body: FAQ } } });
    expect(status).toBe(200);
    expect(body.page.state.session.csrf).toBe("%%csrf%%");
  });

  it("renders the same page twice byte for byte", async () => {
    const twice = await Promise.all(
      [1, 2].map(() => render({ answers: { "/faq/data?hl=en": { status: 200, body: FAQ } } })),
    );
    expect(twice[0]!.body.page.html).toBe(twice[1]!.body.page.html);
  });

  it("sends the request's id back and says under it what was refused", async () => {
    const output = new Promise<string>((resolve) =>
      worker.stderr!.once("data", (data: Buffer) => resolve(data.toString())),
    );
    const id = await new Promise<string | undefined>((resolve, reject) => {
      const sent = request(
        { socketPath, path: "/render", method: "POST", headers: { "x-request-id": "abcdefgh-1" }, agent: false },
        (response) => {
          response.resume();
          resolve(response.headers["x-request-id"]?.toString());
        },
      );
      sent.on("error", reject);
      sent.end("{");
    });
    expect(id).toBe("abcdefgh-1");
    expect(JSON.parse(await output)).toMatchObject({
      event: "render_refused",
      request_id: "abcdefgh-1",
      status: 400,
      name: "BadRequest",
    });
  });

  it("refuses another build, what is not JSON, and other paths", async () => {
    expect(await render({ build: "other" })).toMatchObject({ status: 409, body: { error: { name: "BuildMismatch" } } });
    expect(await call("POST", "/render", "{")).toMatchObject({ status: 400 });
    expect(await render({ url: "https://x.example/" })).toMatchObject({ status: 400 });
    expect(await call("GET", "/")).toMatchObject({ status: 404 });
  });

  it("refuses more than it takes", async () => {
    const answer = await call("POST", "/render", Buffer.alloc(9 * 1024 * 1024, 32)).catch(
      (error: NodeJS.ErrnoException) => error,
    );
    // The connection is closed while the rest is still being sent; either side of that is a refusal.
    if (answer instanceof Error) expect(["EPIPE", "ECONNRESET"]).toContain((answer as NodeJS.ErrnoException).code);
    else expect(answer.status).toBe(413);
    expect((await call("GET", "/health")).status).toBe(200);
  });

  it("describes what a component threw and goes on", async () => {
    const { status, body } = await render({
      answers: {
        "/faq/data?hl=en": { status: 200, body: { payment: { title: {}, qandA: [{ question: {}, ans: "" }] } } },
      },
    });
    expect(status).toBe(500);
    expect(body.error).toMatchObject({ hint: expect.stringContaining("API object"), stack: expect.any(String) });
    expect((await render({})).status).toBe(200);
  });

  it("leaves when asked to", async () => {
    const left = new Promise((resolve) => worker.once("exit", resolve));
    worker.kill("SIGTERM");
    expect(await left).toBe(0);
  });
});
