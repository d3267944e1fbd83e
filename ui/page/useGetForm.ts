import { useCallback, type FormEvent } from "react";
import { useSite } from "./context";
import { locate } from "./plan";

/** An `onSubmit` that turns a GET form into a navigation inside the document. */
export function useGetForm(): (event: FormEvent<HTMLFormElement>) => void {
  const { go, pages } = useSite();
  return useCallback(
    (event) => {
      const form = event.currentTarget;
      const query = new URLSearchParams();
      for (const [key, value] of new FormData(form)) if (typeof value === "string" && value !== "") query.append(key, value);
      const target = new URL(form.action, location.href).pathname + (query.size ? `?${query}` : "");
      if (!locate(pages, target)) return;
      event.preventDefault();
      go(target);
    },
    [go, pages],
  );
}
