import { combineReducers, configureStore } from "@reduxjs/toolkit";
import { api, hydrate, type ApiCache, type Transport } from "./api";
import { begin, productReducers, readerReducers } from "./state";
import type { Session } from "./lib/session";

const reducer = combineReducers({ ...readerReducers, ...productReducers, [api.reducerPath]: api.reducer });

/** Make a store for one reader: one a request on the server, one a visit in the browser. */
export function makeStore(session: Session, transport: Transport, cache?: ApiCache) {
  const store = configureStore({
    reducer,
    devTools: false,
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: { transport } }, serializableCheck: false, immutableCheck: false }).concat(
        api.middleware,
      ),
  });
  store.dispatch(begin(session));
  if (cache) store.dispatch(hydrate(cache));
  return store;
}

/** The store. */
export type Store = ReturnType<typeof makeStore>;
/** The whole state. */
export type RootState = ReturnType<typeof reducer>;

/** The part of the API cache that travels: only answers that arrived, without what hydration makes again. */
export function dehydrate(state: RootState): ApiCache {
  const { queries, mutations, provided } = state.api;
  return { queries, mutations, provided };
}
