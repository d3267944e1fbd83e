// The installation of the present process: no other process's journeys happen in it.
import { expect, inject } from "vitest";
import { serve, type Served } from "./installation.ts";

export const { base, folder } = inject("installations")[Number(process.env.VITEST_POOL_ID) - 1]!;

/** Serve the installation once more, without any render worker: the kept copies are those of the first server. */
export async function serveWithoutRenderer(): Promise<Served> {
  const signInPage = async (site: string) => (await fetch(`${site}/pages/login-v1`)).text();
  // Behind its first request a server makes the copies.
  const [server] = await Promise.all([serve(folder, 0), signInPage(base)]);
  await expect.poll(() => signInPage(server.base), { timeout: 30_000 }).toContain('name="email"');
  return server;
}
