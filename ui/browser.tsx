import { hydrateRoot, createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { browserTransport } from "./api";
import { start } from "./start";
import { App } from "./routes";
import { fetchStyles } from "./styles";

const root = document.getElementById("root")!;
const sent = JSON.parse(document.getElementById("__STATE__")!.textContent || "{}");
const { store, first, rendered } = await start(sent, (csrf) => browserTransport(csrf));
const tree = (
  <BrowserRouter>
    <App store={store} first={first} fetchStyles={fetchStyles} />
  </BrowserRouter>
);
if (rendered) hydrateRoot(root, tree);
else createRoot(root).render(tree);
