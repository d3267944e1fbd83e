/** The widget on a page of our own: the script that the page was sent with, or one made where it was come to later. */

/** How browsers that demand it learn that an address is no one else's. */
interface Policies {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => {
    createScriptURL: (url: string) => string;
  };
}

/** Have a widget on the page until it is left. */
export function showWidget(source: string, language: string, trial: string): () => void {
  const places = globalThis as { trustedTypes?: Policies; Bot?: unknown };
  if (!document.querySelector(`script[src="${CSS.escape(source)}"]`)) {
    const script = document.createElement("script");
    const rules = { createScriptURL: (url: string) => url };
    script.src = places.trustedTypes?.createPolicy("parley-try", rules).createScriptURL(source) ?? source;
    Object.assign(script.dataset, { open: "1", lang: language, ...(trial && { trial }) });
    document.head.append(script);
  }
  return () => {
    document.querySelector(`script[src="${CSS.escape(source)}"]`)?.remove();
    document.querySelector("parley-chat")?.remove();
    delete places.Bot;
  };
}
