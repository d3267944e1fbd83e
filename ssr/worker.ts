import { rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { failure } from "./failure";
import { render, type RenderRequest } from "./render";

declare const __BUILD__: string;
const BUILD = __BUILD__;
const LIMIT = 8 * 1024 * 1024;
const DRAIN_MS = 5_000;

/** A refusal with a status of its own. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    name: string,
    message: string,
  ) {
    super(message);
    this.name = name;
  }
}

let renders = 0;
let last: Promise<unknown> = Promise.resolve();

/** Do one piece of work after the other: while a page holds the thread, none but that page has begun. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
}

/** Read a request's JSON, stopping at the limit. */
async function read(request: IncomingMessage): Promise<RenderRequest & { build: string }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LIMIT) throw new Refusal(413, "TooLarge", `A request may have ${LIMIT} bytes.`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new Refusal(400, "BadRequest", "The body is not JSON.");
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  if (request.method === "GET" && request.url === "/health") return { build: BUILD, renders };
  if (request.method !== "POST" || request.url !== "/render")
    throw new Refusal(404, "NotFound", "POST /render or GET /health.");
  const job = await read(request);
  if (job.build !== BUILD)
    throw new Refusal(409, "BuildMismatch", `This worker renders build ${BUILD}, not ${job.build}.`);
  if (typeof job.url !== "string" || !job.url.startsWith("/") || !job.session)
    throw new Refusal(400, "BadRequest", "url and session are needed.");
  return inTurn(async () => {
    if (response.destroyed) throw new Refusal(400, "Gone", "Nobody waits for this page any more.");
    renders += 1;
    // Goes out before the thread is busy: who then waits in vain knows that it is this page that holds the worker.
    response.writeContinue();
    return render(job);
  });
}

/** One line for anyone who reads the logs, under the id the request came with. */
function complain(id: string | undefined, status: number, thrown: unknown): void {
  const { name, message } = failure(thrown);
  process.stderr.write(
    `${JSON.stringify({ event: "render_refused", level: "warning", request_id: id, status, name, message })}\n`,
  );
}

function send(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed) return;
  const text = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": text.length,
    ...(status === 413 ? { connection: "close" } : {}),
  });
  response.end(text);
}

const server = createServer({ keepAliveTimeout: 75_000, requestTimeout: 15_000 }, (request, response) => {
  const id = request.headers["x-request-id"]?.toString();
  if (id) response.setHeader("x-request-id", id);
  answer(request, response).then(
    (body) => send(response, 200, body),
    (thrown: unknown) => {
      const status = thrown instanceof Refusal ? thrown.status : 500;
      complain(id, status, thrown);
      send(response, status, { error: failure(thrown) });
    },
  );
});

const socket = process.argv[2] ?? process.env.SSR_SOCKET;
if (!socket) {
  process.stderr.write("usage: worker.mjs SOCKET (or SSR_SOCKET)\n");
  process.exit(2);
}
rmSync(socket, { force: true });
// The socket is the process owner's alone: what comes in is trusted to be Flask.
process.umask(0o177);
server.listen(socket, () => process.stdout.write(`${JSON.stringify({ event: "ready", build: BUILD, socket })}\n`));

/** Finish what is under way, take nothing new, leave. */
function drain(): void {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
  setTimeout(() => process.exit(0), DRAIN_MS).unref();
}
process.on("SIGTERM", drain);
process.on("SIGINT", drain);
