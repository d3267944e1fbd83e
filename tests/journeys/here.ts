// The installation of the present process: no other process's journeys happen in it.
import { inject, vi } from "vitest";
import { SECOND, serve, type Served } from "./installation.ts";

export const { base, folder } = inject("installations")[Number(process.env.VITEST_POOL_ID) - 1]!;

/** Serve the installation once more, without any render worker: the kept copies are those of the first server. */
export async function serveWithoutRenderer(): Promise<Served> {
  const signInPage = async (site: string) => (await fetch(`${site}/pages/login-v1`)).text();
  // Behind its first request a server makes the copies.
  const [server] = await Promise.all([serve(folder, SECOND), signInPage(base)]);
  await vi.waitUntil(async () => (await signInPage(server.base)).includes('name="email"'), { timeout: 60_000 });
  return server;
}
