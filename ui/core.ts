/**
 * Everything the first load always has. Every lazily loaded file imports this in the browser's build, so that what is
 * shared makes one file: split by who shares it with whom, it was a dozen that compressed 6 KB worse.
 */
import "./components";
// The marks that lists and figures share: apart from each other they compress worse than they weigh.
import "./components/charts/Bar";
import "./components/charts/ChannelMark";
import "./components/charts/Delta";
import "./components/charts/OutcomeMark";
import "./components/charts/SegmentBar";
import "./components/charts/Sparkline";
import "./components/charts/TableTwin";
import "./components/data/Stat";
import "./hooks/useKeys";

export { createRoot, hydrateRoot } from "react-dom/client";
export { browserTransport } from "./api";
export { BrowserHistory } from "./page";
export { forgetOthers } from "./lib/own";
export { App } from "./routes";
export { start, watchSight } from "./start";
export { fetchStyles } from "./styles";
