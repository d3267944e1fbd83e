/** The signs a launcher can have, each one path. */
import type { Theme } from "./types";

export const MARKS: Readonly<Record<Theme["launcher"], string>> = {
  chat: "M21 11.5a8.5 8.5 0 0 1-8.5 8.5H4l1.6-3A8.5 8.5 0 1 1 21 11.5",
  messages:
    "M14 9a2 2 0 0 1-2 2H6l-4 4V4a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2z" + "M18 9h2a2 2 0 0 1 2 2v11l-4-4h-6a2 2 0 0 1-2-2v-1",
  headset:
    "M3 11h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-5a9 9 0 0 1 18 0v5" +
    "a2 2 0 0 1-2 2h-1a2 2 0 0 1-2-2v-3a2 2 0 0 1 2-2h3M21 16v2a4 4 0 0 1-4 4h-5",
  car:
    "M19 17h2a1 1 0 0 0 1-1v-3a2 2 0 0 0-1.5-1.9L16 10l-2.7-3.4A2 2 0 0 0 11.7 6H5a2 2 0 0 0-1.8 1.1L1.8 10" +
    "A3.7 3.7 0 0 0 1 12v4a1 1 0 0 0 1 1h2M5 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0M9 17h6M15 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
};
