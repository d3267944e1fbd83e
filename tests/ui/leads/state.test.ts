/** The leads' part of the client state, under the specification's names. */
import { describe, expect, it } from "vitest";
import {
  leadsApi,
  selectLeadsLoading,
  selectParentCityOutlets,
  selectParentLeads,
} from "../../../ui/features/leads/api";
import { makeStore } from "../../../ui/store";
import { TREE } from "../../ssr/leads";
import { SESSION } from "../rendered";

describe("ew_leads", () => {
  it("is empty before anything is fetched, and filled by what was fetched", async () => {
    let answer: (value: { status: number; data: unknown }) => void = () => undefined;
    const store = makeStore(SESSION, () => new Promise((resolve) => (answer = resolve as never)) as never);
    expect(selectParentLeads(store.getState())).toEqual([]);
    expect(selectParentCityOutlets(store.getState(), "8")).toEqual([]);
    const queryActionCreatorResult = store.dispatch(leadsApi.endpoints.parentLeads.initiate());
    expect(selectLeadsLoading(store.getState())).toBe(true);
    answer({ status: 200, data: TREE });
    await queryActionCreatorResult;
    expect(selectLeadsLoading(store.getState())).toBe(false);
    expect(selectParentLeads(store.getState()).map(({ name }) => name)).toEqual(["Meridian <Pune>"]);
    const cities = store.dispatch(leadsApi.endpoints.parentCityOutlets.initiate("8"));
    expect(selectLeadsLoading(store.getState(), "8")).toBe(true);
    answer({ status: 200, data: TREE });
    await cities;
    expect(selectParentCityOutlets(store.getState(), "8")[0]!.outlets![0]!.code).toBe("PUN-BAN");
  });
});
