import {
  App,
  applyStyles,
  BrowserHistory,
  browserTransport,
  createRoot,
  fetchStyles,
  forgetOthers,
  hydrateRoot,
  loadParts,
  savesData,
  start,
  watchSight,
} from "./core";

const root = document.getElementById("root")!;
const sent = JSON.parse(document.getElementById("__STATE__")!.textContent || "{}");
const { store, first, rendered } = await start(sent, browserTransport);
// The document that answers a refused form has the form's address, which nobody should keep or send on.
if (sent.page && location.pathname === "/submit") history.replaceState(history.state, "", first.url);

watchSight(store);
// Someone else may have been here whose session has just run out.
if (sent.session.user) forgetOthers(sent.session.user.id);

const tree = (
  <BrowserHistory>
    <App store={store} first={first} fetchStyles={fetchStyles} applyStyles={applyStyles} />
  </BrowserHistory>
);
// What was typed by now would be lost where React sets texts again.
if (
  [...document.querySelectorAll<HTMLTextAreaElement>("form :is(input, textarea)")].some(
    (field) => field.value !== field.defaultValue,
  )
)
  (await import("./components/forms/earlyInput")).carryEarlyInput();
if (rendered) hydrateRoot(root, tree);
else createRoot(root).render(tree);
// What opens later is here by the time it is asked for, also where there is no connection by then.
if (!savesData()) (window.requestIdleCallback ?? setTimeout)(() => void loadParts().catch(() => undefined));

// An installation that once had a service worker must not go on being served by it. Absent where the origin is not
// secure.
const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
for (const registration of (await workers?.getRegistrations()) ?? []) void registration.unregister();
