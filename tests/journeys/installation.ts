// Whole installations for the journeys: each with its own folder, database, processes and ports; ended by their ids.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { CHROMIUM } from "./browser.ts";

/** Where an installation is had. */
export interface Installation {
  /** Its address. */
  base: string;
  /** The folder with what it keeps beside the database: mail, where no server takes it. */
  folder: string;
}

declare module "vitest" {
  interface ProvidedContext {
    /** One for each process that runs journeys, so that no two of them meet. */
    installations: Installation[];
  }
}

/** How long a journey can undo the sending of a mail: long enough for a busy machine. */
export const UNDO_SECONDS = 4;
const ROOT = resolve(import.meta.dirname, "../..");
const BIN = join(ROOT, ".venv/bin");

/** An import, a dashboard of its own, and two jobs that were given up, as a runner leaves them. */
const FILL = `
import sys
from sqlalchemy import select
from app.core.clock import now
from app.core.db.base import db
from app.core.jobs import enqueue
from app.core.db.tenancy import everywhere, within
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.reports.alerts.models import Alert
from app.reports.dashboards.models import Dashboard
from app.reports.schedules.models import ReportSchedule
from wsgi import app

with app.app_context():
    words = ["conversations", "import", sys.argv[1], "--workspace", "demo"]
    app.test_cli_runner().invoke(args=words, catch_exceptions=False)
    with everywhere():
        place = db.session.scalar(select(Workspace.id).where(Workspace.slug == "demo"))
        db.session.rollback()
    with within(place):
        owner = db.session.scalar(select(User.id).where(User.email == "admin@demo.com"))
        tiles = [{"report": "usage", "figure": "sessions", "query": ""}]
        db.session.add(Dashboard(owner_id=owner, name="Week", tiles=tiles))
        rule = {"metric": "csat", "window": "day", "op": "below", "threshold": 80, "min_n": 1000000, "cooldown_h": 24}
        db.session.add(Alert(owner_id=owner, name="Few are content", **rule))
        times = {"report": "dashboard", "every": "day", "at": "09:00", "zone": "Asia/Kolkata", "active": False}
        mail = {"recipients": ["asha@example.com"], "formats": ["html"]}
        db.session.add(ReportSchedule(owner_id=owner, name="Every morning", **times, **mail))
        for _ in range(2):
            job = enqueue("close_session", {"conversation_id": 1})
            job.state, job.attempts, job.finished_at = "failed", 5, now()
            job.error = "OSError: No room left on the device."
        db.session.commit()
`;

/**
 * A port nobody listens on, below those the system gives to clients, one of which could take it before our server does.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 22_000);
    const server = createServer();
    const free = await new Promise<boolean>((done) => {
      server.once("error", () => done(false));
      server.listen(port, "127.0.0.1", () => done(true));
    });
    if (!free) continue;
    await new Promise((done) => server.close(done));
    return port;
  }
}

function once(command: string, args: string[], env: NodeJS.ProcessEnv): void {
  const result = spawnSync(join(BIN, command), args, { cwd: ROOT, env, encoding: "utf8" });
  if (result.status !== 0) throw new Error(`${command} ${args.join(" ")}: ${result.stderr}`);
}

/** Where each server's log is kept, so that a failure can be understood after the installations are gone. */
const LOGS = join(ROOT, "tests/output/journeys");

function spawnServer(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(join(BIN, "python"), ["-m", "app.processes"], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return new Promise((done, fail) => {
    let log = "";
    const timer = setTimeout(() => fail(new Error(`the server did not start:\n${log}`)), 60_000);
    child.stderr?.on("data", (text: Buffer) => {
      log += text.toString();
      appendFileSync(join(LOGS, `${env.PORT}.log`), text);
    });
    child.stdout?.on("data", (text: Buffer) => {
      if (!text.toString().includes("Parley is at")) return;
      clearTimeout(timer);
      done(child);
    });
    child.on("exit", (code) => fail(new Error(`the server ended with ${code}:\n${log}`)));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  await gone;
}

/** Dialogues with names that have no place to break, often enough for their intents to be among the first. */
const LONG_NAMES = Array.from({ length: 6 }, (_, n) =>
  JSON.stringify({
    id: `long-${n}`,
    contact: { id: "long", name: "Wolfeschlegelsteinhausenbergerdorff" },
    turns: Array.from({ length: 60 }, () => ({
      speaker: "user",
      text: "Donaudampfschifffahrtsgesellschaftskapitän",
      intent: `AnIntentOfAnExcessivelyLongNameWithoutAnyPlaceToBreak${n}`,
      confidence: 0.9,
    })),
  }),
);

/** Seed a folder, as someone who tries the product does. */
function seed(folder: string, env: NodeJS.ProcessEnv): void {
  once("python", ["-m", "tests.demonstration", folder, "--whole"], env);
  // One import there is, so that its page can be looked at whatever the order of the journeys.
  const imported = join(folder, "one.jsonl");
  writeFileSync(
    imported,
    [
      ...LONG_NAMES,
      JSON.stringify({
        id: "journeys-1",
        turns: [
          { speaker: "user", text: "Is my car ready?" },
          { speaker: "bot", text: "It is." },
        ],
      }),
    ].join("\n"),
  );
  once("python", ["-c", FILL, imported], env);
}

/** A server of an installation. */
export interface Served {
  base: string;
  end: () => Promise<void>;
}

/** What a second server of an installation leaves to the first: rendering, jobs and all but one process. */
export const SECOND = { SSR_WORKERS: "0", JOB_THREADS: "0", WEB_CONCURRENCY: "1", UNDERSTANDING: "inside" };

/** Serve a folder. */
export async function serve(folder: string, settings: Record<string, string> = {}): Promise<Served> {
  const port = await freePort();
  const child = await spawnServer({ ...environment(folder), SSR_WORKERS: "1", PORT: String(port), ...settings });
  return { base: `http://127.0.0.1:${port}`, end: () => stop(child) };
}

/** What a developer has set for an installation of their own is not for these. */
const OWN = {
  HOST: "127.0.0.1",
  PUBLIC_URL: "",
  TRUSTED_HOSTS: "",
  TRUSTED_PROXIES: "",
  DATABASE_URL: "",
  DATABASE_OWNER_URL: "",
  REDIS_URL: "",
  SSR_SOCKET: "",
  // The identity provider of a journey runs beside it.
  OUTGOING_HOSTS: "127.0.0.1",
};

/** Journeys come faster than people. */
const ANY_NUMBER = Object.fromEntries(
  ["PERSON_PER_MINUTE", "ADDRESS_PER_MINUTE", "REPORTS_PER_MINUTE", "SEARCHES_PER_MINUTE", "UPLOADS_PER_HOUR"].map(
    (name) => [name, "0"],
  ),
);

/** The environment of an installation. */
const environment = (folder: string): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${BIN}:${process.env.PATH}`,
  FLASK_APP: "wsgi",
  INSTANCE: folder,
  APP_ENV: "development",
  MAIL_UNDO_SECONDS: String(UNDO_SECONDS),
  // On a busy machine pages are rendered late, and not by the browser: that has journeys of its own.
  SSR_TIMEOUT_MS: "10000",
  ...OWN,
  ...ANY_NUMBER,
});

/** Start so many installations with the same content; gives them, and how they end. */
export async function start(count: number): Promise<{ installations: Installation[]; end: () => Promise<void> }> {
  if (!CHROMIUM) throw new Error("Chromium is missing: install Debian's package chromium-headless-shell.");
  rmSync(LOGS, { recursive: true, force: true });
  mkdirSync(LOGS, { recursive: true });
  const folders = Array.from({ length: count }, () => mkdtempSync(join(tmpdir(), "parley-journeys-")));
  const [first, ...others] = folders as [string, ...string[]];
  seed(first, environment(first));
  for (const folder of others) cpSync(first, folder, { recursive: true });
  const servers = await Promise.all(folders.map((folder) => serve(folder)));
  const end = async () => {
    await Promise.all(servers.map((server) => server.end()));
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  };
  return { installations: servers.map(({ base }, at) => ({ base, folder: folders[at]! })), end };
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { installations, end } = await start(project.vitest.config.maxWorkers as number);
  project.provide("installations", installations);
  return end;
}
