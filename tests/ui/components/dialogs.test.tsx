// @vitest-environment happy-dom
/** Dialogs and the question before what cannot be undone. */
import { act } from "react";
import { describe, expect, it, vi } from "vitest";
import { Confirm } from "../../../ui/components/dialogs/Confirm";
import { CloseButton, DialogButton } from "../../../ui/components/dialogs/buttons";
import { Dialog } from "../../../ui/components/dialogs/Dialog";
import { path } from "../../../ui/lib/path";
import { all, click, mounted, hydrate, the, type, written } from "./mounted";

const closed = vi.fn();
const dialog = (
  <>
    <DialogButton opens="d">{"Edit"}</DialogButton>
    <Dialog
      id="d"
      title="Edit user"
      onClose={closed}
      actions={
        <CloseButton of="d" data-first>
          {"Keep"}
        </CloseButton>
      }
    >
      <input aria-label="Name" />
    </Dialog>
  </>
);

describe("a dialog", () => {
  it("is named by its title and opens as a modal with the focus on what asks for it", () => {
    mounted(dialog);
    click(the("button", "Edit"));
    expect(the("dialog", "Edit user").matches(":modal")).toBe(true);
    expect(document.activeElement).toBe(the("button", "Keep"));
  });

  it.each([
    ["its button", () => the("button", "Keep")],
    ["its cross", () => the("button", "Close")],
    ["a press on the veil", () => the("dialog")],
  ])("is closed by %s", (_by, control) => {
    mounted(dialog);
    click(the("button", "Edit"));
    closed.mockClear();
    click(control());
    expect(the<HTMLDialogElement>("dialog").open).toBe(false);
    expect(closed).toHaveBeenCalledOnce();
  });

  it("stays open when what is in it is pressed", () => {
    mounted(dialog);
    click(the("button", "Edit"));
    click(the("dialog").querySelector("input")!);
    expect(the<HTMLDialogElement>("dialog").open).toBe(true);
  });

  it("is opened and closed by the browser alone without script", () => {
    written(dialog);
    expect(the("button", "Edit").getAttribute("popovertarget")).toBe("d");
    expect(the("dialog").getAttribute("popover")).toBe("auto");
    expect(
      [the("button", "Keep"), the("button", "Close")].map(
        (b) => `${b.getAttribute("popovertarget")} ${b.getAttribute("popovertargetaction")}`,
      ),
    ).toEqual(["d hide", "d hide"]);
  });

  it("that an address opens is open in the server's document and becomes a modal", () => {
    const sheet = <Dialog title="Edit" open closeTo="/users" sheet />;
    expect(written(sheet).querySelector("dialog")!.hasAttribute("open")).toBe(true);
    expect(the("link", "Close").getAttribute("href")).toBe("/users");
    document.body.replaceChildren();
    hydrate(sheet);
    expect(the("dialog", "Edit").matches(":modal")).toBe(true);
  });

  it("follows what opens and closes it from outside", () => {
    const { show } = mounted(<Dialog title="Edit" open={false} />);
    expect(the<HTMLDialogElement>("dialog").open).toBe(false);
    show(<Dialog title="Edit" open />);
    expect(the<HTMLDialogElement>("dialog").open).toBe(true);
    show(<Dialog title="Edit" open={false} />);
    expect(the<HTMLDialogElement>("dialog").open).toBe(false);
  });
});

describe("the question before what cannot be undone", () => {
  const form = { call: "/api/v1/contacts/5", method: "DELETE", page: "/contacts" } as const;
  const ask = (onConfirm?: () => Promise<string | undefined>) => (
    <>
      <DialogButton opens="c">{"Forget"}</DialogButton>
      <Confirm
        id="c"
        title="Forget this contact?"
        act="Forget contact"
        keep="Keep contact"
        word="FORGET"
        form={form}
        onConfirm={onConfirm}
      >
        {"Erases 14 conversations."}
      </Confirm>
    </>
  );

  it("puts the focus on the safe choice", () => {
    mounted(ask());
    click(the("button", "Forget"));
    expect(document.activeElement).toBe(the("button", "Keep contact"));
  });

  it("is held back by the browser until the word is typed", () => {
    written(ask());
    const field = the<HTMLInputElement>("textbox", "Type FORGET to confirm");
    expect([field.required, field.pattern, the<HTMLButtonElement>("button", "Forget contact").disabled]).toEqual([
      true,
      "FORGET",
      false,
    ]);
    expect(field.form!.getAttribute("action")).toBe(path("/submit", form));
    field.value = "FORG";
    expect(field.validity.valid).toBe(false);
    field.value = "FORGET";
    expect(field.validity.valid).toBe(true);
  });

  it("looks ready only with the whole word, says it is busy, and closes when it is done", async () => {
    let finish: (refusal?: string) => void = () => undefined;
    const doing = vi.fn(() => new Promise<string | undefined>((resolve) => (finish = resolve)));
    mounted(ask(doing));
    click(the("button", "Forget"));
    expect(the<HTMLButtonElement>("button", "Forget contact").disabled).toBe(true);
    type(the("textbox"), "FORGET");
    expect(the<HTMLButtonElement>("button", "Forget contact").disabled).toBe(false);
    act(
      () =>
        void the<HTMLInputElement>("textbox").form!.dispatchEvent(
          new Event("submit", { bubbles: true, cancelable: true }),
        ),
    );
    act(
      () =>
        void the<HTMLInputElement>("textbox").form!.dispatchEvent(
          new Event("submit", { bubbles: true, cancelable: true }),
        ),
    );
    expect(doing).toHaveBeenCalledOnce();
    expect(the("button", "Saving").getAttribute("aria-disabled")).toBe("true");
    await act(async () => finish());
    expect(the<HTMLDialogElement>("dialog").open).toBe(false);
    expect(the<HTMLInputElement>("textbox").value).toBe("");
  });

  it("stays open with the reason when it could not be done", async () => {
    mounted(ask(() => Promise.resolve("A job holds it.")));
    click(the("button", "Forget"));
    type(the("textbox"), "FORGET");
    await act(
      async () =>
        void the<HTMLInputElement>("textbox").form!.dispatchEvent(
          new Event("submit", { bubbles: true, cancelable: true }),
        ),
    );
    expect([the<HTMLDialogElement>("dialog").open, the("alert").textContent]).toEqual([true, "A job holds it."]);
    click(the("button", "Keep contact"));
    expect(all("alert")).toEqual([]);
  });
});
