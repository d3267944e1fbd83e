/** Elements without markup in strings: a page's Trusted Types have nothing to refuse. */

const SVG = "http://www.w3.org/2000/svg";

type Child = Node | string | null | undefined | false;
type Properties = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

/** An element with attributes and children; functions are listeners of the event that the key names. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name, value as unknown as EventListener);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child): child is Node | string => child != null && child !== false));
  return element;
}

/** A drawing of one path. */
export function icon(path: string): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

/** A stylesheet of the widget's own: a page's `style-src` refuses style elements and attributes, not this. */
export function sheet(text: string): CSSStyleSheet {
  const cSSStyleSheet = new CSSStyleSheet();
  cSSStyleSheet.replaceSync(text);
  return cSSStyleSheet;
}
