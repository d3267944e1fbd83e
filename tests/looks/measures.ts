// What can be measured in a page besides how it looks: what shifts, overflows, is too small or too pale.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";

const AXE = readFileSync(join(import.meta.dirname, "../../node_modules/axe-core/axe.min.js"), "utf8");

/** Smallest text, in px; initials and counters may have 10. */
const SMALLEST = 11;
const SMALLER_ALLOWED = ".avatar, .badge, .badge *";
/** Smallest side of what is pressed, in px (WCAG 2.5.8). */
const TARGET = 24;
const AT_MOST = 6;

export interface Findings {
  /** How far the page is wider than the screen, in px. */
  overflow: number;
  /** Cumulative layout shift. */
  shift: number;
  small: string[];
  pale: string[];
  targets: string[];
}

/** Counts layout shifts from the first paint on; must be in place before the page loads. */
export function watchShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const measured = window as unknown as { shifted: number };
    measured.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) measured.shifted += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Everything measured on the page as it is. */
export async function measure(page: Page): Promise<Findings> {
  const seen = await page.evaluate(
    ({ smallest, allowed, target, most }) => {
      const name = (element: Element) => {
        const kind = [element.tagName.toLowerCase(), ...element.classList].join(".");
        const text = element.textContent || element.getAttribute("aria-label") || "";
        return `${kind} “${text.trim().slice(0, 30)}”`;
      };
      const visible = (element: Element) =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
        element.getClientRects().length > 0;
      const small = new Set<string>();
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (
          !element ||
          !walker.currentNode.textContent?.trim() ||
          !visible(element) ||
          element.closest(allowed) ||
          element.closest(".sr")
        )
          continue;
        const size = Number.parseFloat(getComputedStyle(element).fontSize);
        if (size < smallest) small.add(`${name(element)} ${size} px`);
      }
      const targets = new Set<string>();
      for (const element of document.querySelectorAll(
        "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']",
      )) {
        if (!visible(element) || element.closest("p, svg, .sr") || element.matches(".plot-cursor, .skip")) continue;
        // A label around a box, or a layer over the whole row, is what is pressed.
        const label = element.closest("label");
        const after = getComputedStyle(element, "::after");
        const before = getComputedStyle(element, "::before");
        if ([after, before].some((layer) => layer.content !== "none" && layer.position === "absolute")) continue;
        const { width, height } = (label ?? element).getBoundingClientRect();
        if (width > 0 && height > 0 && (width < target || height < target))
          targets.add(`${name(element)} ${Math.round(width)}×${Math.round(height)}`);
      }
      return {
        overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        shift: Math.round(((window as unknown as { shifted?: number }).shifted ?? 0) * 1000) / 1000,
        small: [...small].slice(0, most),
        targets: [...targets].slice(0, most),
      };
    },
    { smallest: SMALLEST, allowed: SMALLER_ALLOWED, target: TARGET, most: AT_MOST },
  );
  return { ...seen, pale: [] };
}

/** Texts axe finds too pale against what is behind them. */
export async function paleTexts(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async (most) => {
    const { axe } = window as unknown as {
      axe: { run: (context: Document, options: object) => Promise<{ violations: { nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run(document, { runOnly: ["color-contrast"] });
    return violations.flatMap((violation) => violation.nodes.map((node) => node.html.slice(0, 110))).slice(0, most);
  }, AT_MOST);
}
