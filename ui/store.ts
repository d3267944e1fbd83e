import { applyMiddleware, autoBatchEnhancer, combineReducers, compose, legacy_createStore } from "@reduxjs/toolkit";
import { withExtraArgument } from "redux-thunk";
import { api, hydrate, type ApiCache, type Transport } from "./api";
import { begin, productReducers, readerReducers } from "./state";
import type { Session } from "./lib/session";

const reducer = combineReducers({ ...readerReducers, ...productReducers, [api.reducerPath]: api.reducer });

/**
 * Make a store for one reader: one a request on the server, one a visit in the browser.
 *
 * As `configureStore` makes it, without its checks and development tools: half a kilobyte of every first load.
 */
export function makeStore(session: Session, transport: Transport, cache?: ApiCache) {
  const middleware = applyMiddleware(withExtraArgument({ transport }), api.middleware);
  const enhance: typeof middleware = compose(middleware, autoBatchEnhancer());
  const store = legacy_createStore(reducer, enhance);
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
