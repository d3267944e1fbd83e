// @vitest-environment happy-dom
/** Menus, panels and tooltips, as keys and screen readers meet them. */
import { act } from "react";
import { describe, expect, it, vi } from "vitest";
import { IconButton } from "../../../ui/components";
import { ActionMenu, MenuAction, MenuLine, MenuPlace } from "../../../ui/components/floats/ActionMenu";
import { Popover } from "../../../ui/components/floats/Popover";
import { Tooltip } from "../../../ui/components/floats/Tooltip";
import { about, all, click, focus, mounted, press, the, written } from "./mounted";

const done = vi.fn();
const menu = (
  <ActionMenu label="Actions">
    <MenuPlace to="/bots/1" keys="o">
      {"Open"}
    </MenuPlace>
    <MenuAction onClick={() => done("duplicate")}>{"Duplicate"}</MenuAction>
    <MenuAction onClick={() => done("delete")} disabled>
      {"Delete"}
    </MenuAction>
    <MenuLine />
    <MenuAction danger onClick={() => done("archive")}>
      {"Archive"}
    </MenuAction>
  </ActionMenu>
);
const here = () => document.activeElement?.textContent;

/** The menu, opened from its button by a key. */
function opened(key = "ArrowDown") {
  mounted(menu);
  focus(the("button", "Actions"));
  press(key);
}

describe("a menu", () => {
  it("is announced by its button and opens on its first or last item", () => {
    opened();
    expect([
      the("button", "Actions").getAttribute("aria-haspopup"),
      the("button", "Actions").getAttribute("aria-expanded"),
    ]).toEqual(["menu", "true"]);
    expect(here()).toContain("Open");
    press("Escape");
    expect(the("menu", "Actions")).toBeTruthy();
  });

  it("opens at its end by the up arrow", () => {
    opened("ArrowUp");
    expect(here()).toBe("Archive");
  });

  it.each([
    [["ArrowDown"], "Duplicate"],
    [["ArrowDown", "ArrowDown"], "Archive"],
    [["ArrowUp"], "Archive"],
    [["End"], "Archive"],
    [["End", "ArrowDown"], "Open"],
    [["End", "Home"], "Open"],
    [["d"], "Duplicate"],
    [["a", "r"], "Archive"],
    [["x"], "Open"],
  ])("goes by %j to %s, past what is off", (keys, name) => {
    opened();
    keys.forEach((key) => press(key));
    expect(here()).toContain(name);
  });

  it("does the chosen thing, closes and gives the focus back", () => {
    opened();
    press("ArrowDown");
    click(document.activeElement as HTMLElement);
    expect(done).toHaveBeenLastCalledWith("duplicate");
    expect(the("button", "Actions").getAttribute("aria-expanded")).toBe("false");
    expect(document.activeElement).toBe(the("button", "Actions"));
  });

  it("closes on Tab", () => {
    opened();
    press("Tab");
    expect(the("button", "Actions").getAttribute("aria-expanded")).toBe("false");
  });

  it("stays open on an item that is off", () => {
    opened();
    click(the("menuitem", "Delete"));
    expect(the("button", "Actions").getAttribute("aria-expanded")).toBe("true");
  });

  it("tells the keys that do the same, and divides by a separator", () => {
    opened();
    expect(all("menuitem").map((item) => item.getAttribute("aria-keyshortcuts"))).toEqual(["o", null, null, null]);
    expect(all("separator")).toHaveLength(1);
  });

  it("is a native popover of links and buttons without script", () => {
    written(menu);
    const button = the("button", "Actions");
    expect(document.getElementById(button.getAttribute("popovertarget")!)!.getAttribute("popover")).toBe("auto");
    expect(all("menu")).toHaveLength(0);
    expect(all("link").map((link) => link.getAttribute("href"))).toEqual(["/bots/1"]);
  });
});

describe("a panel", () => {
  it("is named, and opened and closed by buttons that need no script", () => {
    mounted(
      <Popover label="Definition">
        {(close) => (
          <button type="button" {...close}>
            {"Enough"}
          </button>
        )}
      </Popover>,
    );
    const panel = the("group", "Definition");
    const [open, close] = [the("button", "Definition"), the("button", "Enough")];
    expect([open, close].map((button) => button.getAttribute("popovertarget"))).toEqual([panel.id, panel.id]);
    expect(close.getAttribute("popovertargetaction")).toBe("hide");
    act(() => panel.showPopover());
    expect(open.getAttribute("aria-expanded")).toBe("true");
    act(() => panel.hidePopover());
    expect(open.getAttribute("aria-expanded")).toBe("false");
  });
});

describe("a tooltip", () => {
  it("describes its control, and Escape puts it away until the control is left", () => {
    mounted(
      <Tooltip title="Containment" tip="Of ended sessions.">
        <IconButton icon="circle-help" label="Definition" />
      </Tooltip>,
    );
    const button = the("button", "Definition");
    expect(about(button)).toBe("ContainmentOf ended sessions.");
    focus(button);
    press("Escape");
    expect(the("tooltip").closest(".tip-host")!.className).toContain("away");
    expect(document.activeElement).toBe(button);
  });
});
