import type { KeyboardEvent, ReactNode } from "react";
import { PageLink } from "./Link";

/** A switch whose other position is another address, so that it works without script and can be bookmarked. */
export function SwitchLink({ on, to, children }: { on: boolean; to: string; children: ReactNode }) {
  // A switch answers to Space as well; a link only to Enter.
  const press = (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (event.key !== " ") return;
    event.preventDefault();
    event.currentTarget.click();
  };
  return (
    <PageLink className="switch-link" role="switch" aria-checked={on} to={to} onKeyDown={press}>
      {children}
    </PageLink>
  );
}
