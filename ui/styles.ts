import type { PageRow } from "./page";

let sheets: typeof import("./sheets") | undefined;
let first = "";

/** Fetch a page's stylesheet once, without applying it; the first page's came inside the document. */
export async function fetchStyles(page: PageRow): Promise<void> {
  sheets ??= await import("./sheets");
  await sheets.fetchSheet(page.name, first);
}

/** Apply the styles of the page on the screen, and no other page's. */
export const applyStyles = (page: PageRow): void => sheets?.applySheet(page.name, first);

/** Remember that a page's styles are in the document already. */
export function stylesArePresent(page: PageRow): void {
  first = page.name;
}
