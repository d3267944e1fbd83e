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
  /** Its address, with a render worker. */
  base: string;
  /** The same installation, served without any render worker. */
  workerless: string;
  /** The folder with what it keeps beside the database: mail, where no server takes it. */
  folder: string;
}

declare module "vitest" {
  interface ProvidedContext {
    /** One for each process that runs journeys, so that no two of them meet. */
    installations: Installation[];
  }
}

const ROOT = resolve(import.meta.dirname, "../..");
const BIN = join(ROOT, ".venv/bin");

/** Two jobs that were given up, as a runner leaves them. */
const DEAD_LETTERS = `
from sqlalchemy import select
from app.core.clock import now
from app.core.db.base import db
from app.core.jobs import enqueue
from app.core.db.tenancy import everywhere, within
from app.accounts.workspaces.models import Workspace
from wsgi import app

with app.app_context():
    with everywhere():
        place = db.session.scalar(select(Workspace.id).where(Workspace.slug == "demo"))
        db.session.rollback()
    with within(place):
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

function serve(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(join(BIN, "python"), ["-m", "app.processes"], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return new Promise((done, fail) => {
    let log = "";
    const timer = setTimeout(() => fail(new Error(`the server did not start:\n${log}`)), 40_000);
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

/** Seed a folder, as somebody who tries the product does. */
function seed(folder: string, env: NodeJS.ProcessEnv): void {
  once("python", ["-m", "app.keys"], env);
  once("flask", ["init", "--demo"], env);
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
  once("flask", ["conversations", "import", imported, "--workspace", "demo"], env);
  once("python", ["-c", DEAD_LETTERS], env);
}

/** Serve a folder, with a render worker and without. */
async function serveBoth(env: NodeJS.ProcessEnv): Promise<Omit<Installation, "folder"> & { children: ChildProcess[] }> {
  const port = await freePort();
  const withWorker = await serve({ ...env, PORT: String(port), SSR_WORKERS: "1" });
  // Kept copies are made by the first server; the second one has no worker for as long as it lives.
  await new Promise((done) => setTimeout(done, 3_000));
  const other = await freePort();
  const without = await serve({ ...env, PORT: String(other), SSR_WORKERS: "0" });
  return { base: `http://127.0.0.1:${port}`, workerless: `http://127.0.0.1:${other}`, children: [withWorker, without] };
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

/** Start so many installations with the same content; gives them, and how they end. */
export async function start(count: number): Promise<{ installations: Installation[]; end: () => Promise<void> }> {
  if (!CHROMIUM) throw new Error("Chromium is missing: install Debian's package chromium-headless-shell.");
  rmSync(LOGS, { recursive: true, force: true });
  mkdirSync(LOGS, { recursive: true });
  const folders = Array.from({ length: count }, () => mkdtempSync(join(tmpdir(), "parley-journeys-")));
  const env = (folder: string) => ({
    ...process.env,
    PATH: `${BIN}:${process.env.PATH}`,
    FLASK_APP: "wsgi",
    INSTANCE: folder,
    APP_ENV: "development",
    ...OWN,
    ...ANY_NUMBER,
  });
  const [first, ...others] = folders as [string, ...string[]];
  seed(first, env(first));
  for (const folder of others) cpSync(first, folder, { recursive: true });
  const served = await Promise.all(folders.map((folder) => serveBoth(env(folder))));
  const end = async () => {
    await Promise.all(served.flatMap(({ children }) => children.map(stop)));
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  };
  return { installations: served.map(({ base, workerless }, at) => ({ base, workerless, folder: folders[at]! })), end };
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { installations, end } = await start(project.vitest.config.maxWorkers as number);
  project.provide("installations", installations);
  return end;
}
