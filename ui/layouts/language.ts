/** The same address in another language. */
export function languagePath(url: string, locale: string): string {
  const [pathname = "/", search = ""] = url.split("?");
  const query = new URLSearchParams(search);
  query.set("hl", locale);
  return `${pathname}?${query}`;
}
