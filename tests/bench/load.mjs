// Bounded load over kept connections: node load.mjs '{"path":…,"connections":16,"seconds":4}' prints one line of JSON.
import { request, Agent } from "node:http";

const {
  socketPath,
  port,
  path,
  method = "GET",
  headers = {},
  body = "",
  connections,
  seconds,
} = JSON.parse(process.argv[2]);
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const until = performance.now() + seconds * 1000;
const waits = [];
const statuses = {};
let bytes = 0;

/** One request: its time to the first byte in milliseconds. */
const once = () =>
  new Promise((done, fail) => {
    const begun = performance.now();
    const sent = request({ socketPath, host: "127.0.0.1", port, path, method, headers, agent }, (answer) => {
      statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
      let first = 0;
      answer.on("data", (chunk) => {
        first ||= performance.now() - begun;
        bytes += chunk.length;
      });
      answer.on("end", () => done(first));
    });
    sent.on("error", fail);
    sent.end(body);
  });

const begun = performance.now();
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (performance.now() < until) waits.push(await once());
  }),
);
const took = (performance.now() - begun) / 1000;
waits.sort((a, b) => a - b);
const at = (share) => Number(waits[Math.min(waits.length - 1, Math.floor(waits.length * share))].toFixed(2));
agent.destroy();
process.stdout.write(
  JSON.stringify({
    per_second: waits.length / took,
    ttfb_p50: at(0.5),
    ttfb_p99: at(0.99),
    bytes: bytes / waits.length,
    statuses,
  }) + "\n",
);
