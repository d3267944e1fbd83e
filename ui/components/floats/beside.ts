/** Room between what floats and what it hangs on, and the edge of the window. */
const GAP = { anchor: 6, edge: 8 };

/** Put a floating panel beside its anchor where style sheets cannot (no CSS anchor positioning). */
export function beside(panel: HTMLElement, anchor: Element): void {
  if (globalThis.CSS?.supports?.("position-area", "block-end")) return;
  const box = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const toRight = (getComputedStyle(panel).direction === "rtl") !== panel.classList.contains("at-end");
  const x = toRight ? box.right - width : box.left;
  const below = box.bottom + GAP.anchor;
  const above = box.top - GAP.anchor - height;
  const y = below + height > window.innerHeight && above > 0 ? above : below;
  // Set on the element's own style object: it is placed when it opens, without React.
  Object.assign(panel.style, {
    inset: "auto",
    margin: "0",
    left: `${Math.max(GAP.edge, Math.min(x, window.innerWidth - width - GAP.edge))}px`,
    top: `${y}px`,
  });
}

/**
 * Open a floating panel beside its anchor: the browser knows the one from the other, so that style sheets do as well.
 */
export function openBeside(panel: HTMLElement, anchor: HTMLElement): void {
  // The option is newer than the types we check with.
  (panel as { showPopover: (options: { source: HTMLElement }) => void }).showPopover({ source: anchor });
  beside(panel, anchor);
}
