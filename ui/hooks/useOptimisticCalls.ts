import { useRef } from "react";
import { useDispatch, useStore } from "react-redux";
import { useToast } from "../components/toasts/useToast";
import { isProblem, NO_ANSWER, type Problem } from "../lib/problem";

/** What a call came back with. */
export type Answer<T> = { data: T; error?: undefined } | { data?: undefined; error: unknown };
/** How answers in the store change, by the names of their endpoints; a recipe is given the answer and the arguments. */
export type Recipes = Readonly<Record<string, ((draft: never, args: never) => void) | undefined>>;

interface Row {
  id: string;
  revision: number;
}

interface Options {
  /** The API of an area, and the tag of what is changed. */
  api: { util: object };
  tag: string;
  /** Why a call did not succeed, where its problem does not say. */
  texts: { offline: string; meanwhile: string; failed: string };
}

interface Util {
  selectInvalidatedBy: (state: unknown, tags: readonly string[]) => { endpointName: string; originalArgs: unknown }[];
  updateQueryData: (name: string, args: unknown, recipe: (draft: unknown) => void) => unknown;
}

/**
 * Calls whose effect is seen before they are answered, and taken back with the reason when they are refused; those on
 * one row go one after another, each on the revision that the one before has made.
 */
export function useOptimisticCalls({ api, tag, texts }: Options) {
  const { show } = useToast();
  const dispatch = useDispatch() as (action: unknown) => unknown;
  const store = useStore();
  const queues = useRef(new Map<string, Promise<unknown>>());
  const revisions = useRef(new Map<string, number>());
  const util = api.util as Util;
  const send = <T>(action: unknown) => dispatch(action) as Promise<Answer<T>>;

  /** Change the answers in the store; gives what undoes it. */
  const see = (recipes: Recipes): (() => void) => {
    const patches = util.selectInvalidatedBy(store.getState(), [tag]).flatMap(({ endpointName, originalArgs }) => {
      const recipe = recipes[endpointName];
      // A recipe that changes its draft must answer nothing.
      const change = (draft: unknown) => void recipe?.(draft as never, originalArgs as never);
      return recipe ? [dispatch(util.updateQueryData(endpointName, originalArgs, change)) as { undo: () => void }] : [];
    });
    return () => patches.forEach((patch) => patch.undo());
  };
  const refuse = (title: string, error: unknown) => {
    const problem: Problem = isProblem(error) ? error : { status: 500 };
    const fields = Object.values(problem.errors ?? {}).flat();
    const why =
      problem.status === NO_ANSWER
        ? texts.offline
        : problem.status === 412
          ? texts.meanwhile
          : fields.join(" ") || (problem.detail ?? texts.failed);
    show({ tone: "bad", title, text: why });
  };
  /** See a change to one row now, and send it after those before it; answers the row, or nothing when it is refused. */
  const write = async <T extends Row>(
    row: T,
    recipes: Recipes,
    call: (seen: Row) => unknown,
    title: string,
  ): Promise<T | undefined> => {
    const undo = see(recipes);
    const before = queues.current.get(row.id) ?? Promise.resolve();
    const latest = () => ({ id: row.id, revision: Math.max(row.revision, revisions.current.get(row.id) ?? 0) });
    const sent = before.then(() => send<T>(call(latest())));
    queues.current.set(row.id, sent);
    const { data, error } = await sent;
    if (data) {
      revisions.current.set(row.id, data.revision);
      return data;
    }
    undo();
    refuse(title, error);
    return undefined;
  };
  return { send, see, refuse, write };
}
