// The installation of the present process: no other process's journeys happen in it.
import { inject } from "vitest";

export const { base, workerless, folder } = inject("installations")[Number(process.env.VITEST_POOL_ID) - 1]!;
