// @vitest-environment happy-dom
/** What the browser keeps of a person: nobody else's stays when one comes, and nobody's when one leaves. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { forgetOthers, leave, ownKey, whenLeft } from "../../../ui/lib/own";

const keys = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort();

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem("menuCollapsed", "true");
  for (const user of ["1", "12"]) {
    localStorage.setItem(ownKey(user, "mail:new-"), "Dear");
    sessionStorage.setItem(ownKey(user, "chat:7"), "Hello");
  }
});

describe("what one person has typed", () => {
  it("stays while they are here, and nobody else's does", () => {
    forgetOthers("1");
    expect(keys()).toEqual(["menuCollapsed", "own:1:chat:7", "own:1:mail:new-"]);
  });

  it("goes when the page gives way to the one after signing out, not before", () => {
    leave();
    expect(keys()).toHaveLength(5);
    window.dispatchEvent(new Event("pagehide"));
    expect(keys()).toEqual(["menuCollapsed"]);
  });

  it("goes here too when another tab has signed out", () => {
    const then = vi.fn();
    const end = whenLeft(then);
    window.dispatchEvent(new StorageEvent("storage", { key: "menuCollapsed", newValue: "false" }));
    window.dispatchEvent(new StorageEvent("storage", { key: "left", newValue: null }));
    expect([then.mock.calls.length, keys().length]).toEqual([0, 5]);
    window.dispatchEvent(new StorageEvent("storage", { key: "left", newValue: "1" }));
    expect([then.mock.calls.length, keys()]).toEqual([1, ["menuCollapsed"]]);
    end();
    window.dispatchEvent(new StorageEvent("storage", { key: "left", newValue: "1" }));
    expect(then).toHaveBeenCalledOnce();
  });

  it("of a browser that keeps nothing is nothing to forget", () => {
    const none = vi.spyOn(Object, "keys").mockImplementation(() => {
      throw new Error("SecurityError");
    });
    expect(() => forgetOthers("1")).not.toThrow();
    none.mockRestore();
  });
});
