import { useLayoutEffect, useState, type ReactNode } from "react";
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from "react-router";

const history = typeof document === "undefined" ? null : createBrowserHistory({ v5Compat: true });

/**
 * React Router's own BrowserRouter in small: its module brings links, forms and fetchers that nobody here uses (6 KB).
 */
export function BrowserHistory({ children }: { children: ReactNode }) {
  const [at, setAt] = useState(() => ({ action: history!.action, location: history!.location }));
  useLayoutEffect(() => history!.listen(({ action, location }) => setAt({ action, location })), []);
  return (
    <Router location={at.location} navigationType={at.action} navigator={history!}>
      {children}
    </Router>
  );
}
