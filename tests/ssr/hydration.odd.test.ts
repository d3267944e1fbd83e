// @vitest-environment happy-dom
// One half of all pages: its twin has the others, so that two processes share them.
import { hydratePages } from "./hydration";

hydratePages(1);
