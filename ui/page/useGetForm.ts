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
      const asked = `${pathname}?${query}`;
      if (!find(pages, asked)) return;
      event.preventDefault();
      void locate(pages, asked).then((found) => {
        // A value that does not fit goes along as it is: its page says what is wrong with it.
        if (!found || found.bad) return go(asked);
        go(
          path(pathname, {
            ...writeQuery(found.page.query, found.query as Record<string, PathValue>),
            hl: languageOf(asked),
          }),
        );
      });
    },
    [go, pages],
  );
}
