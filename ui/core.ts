/**
 * Everything the first load always has. Every lazily loaded file imports this in the browser's build, so that what is
 * shared makes one file: split by who shares it with whom, it was a dozen that compressed 6 KB worse.
 */
import "./components";
// Small and in many first loads: apart from each other they compress worse than they weigh.
import "./components/toasts/useToast";
import "./hooks/useKeys";
import "./hooks/useQuietSend";
import "./hooks/useScripted";

export { createRoot, hydrateRoot } from "react-dom/client";
export { browserTransport } from "./api";
export { savesData } from "./hooks/useSaveData";
export { forgetOthers } from "./lib/own";
export { BrowserHistory, loadParts } from "./page";
export { App } from "./routes";
export { start, watchSight } from "./start";
export { applyStyles, fetchStyles } from "./styles";
