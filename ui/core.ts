/**
 * Everything the first load always has. Every lazily loaded file imports this in the browser's build, so that what is
 * shared makes one file: split by who shares it with whom, it was a dozen that compressed 6 KB worse.
 */
import "./components";
import "./hooks/useKeys";

export { createRoot, hydrateRoot } from "react-dom/client";
export { browserTransport } from "./api";
export { BrowserHistory } from "./page";
export { App } from "./routes";
export { start } from "./start";
export { fetchStyles } from "./styles";
