import { useCallback, type FormEvent } from "react";
import { path, type PathValue } from "../lib/path";
import { useSite } from "./context";
import { find, languageOf, locate } from "./plan";
import { writeQuery } from "./query";

/** An `onSubmit` that turns a GET form into a navigation inside the document, to the canonical address. */
export function useGetForm(): (event: FormEvent<HTMLFormElement>) => void {
  const { go, pages } = useSite();
  return useCallback(
    (event) => {
      const form = event.currentTarget;
      // As an attribute: a field named `action` would hide the property.
      const query = new URLSearchParams();
      for (const [key, value] of new FormData(form))
        if (typeof value === "string" && value !== "") query.append(key, value);
      const { pathname } = new URL(form.getAttribute("action") ?? "", location.href);
      const address = `${pathname}?${query}`;
      if (!find(pages, address)) return;
      event.preventDefault();
      void locate(pages, address).then((located) => {
        // A value that does not fit goes along as it is: its page says what is wrong with it.
        if (!located || located.bad) return go(address);
        go(
          path(pathname, {
            ...writeQuery(located.page.query, located.query as Record<string, PathValue>),
            hl: languageOf(address),
          }),
        );
      });
    },
    [go, pages],
  );
}
