// @vitest-environment happy-dom
/** Buttons that stay pressed, fields that check and count, choices and files. */
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Button } from "../../../ui/components";
import { ReasonedButton } from "../../../ui/components/buttons/ReasonedButton";
import { ButtonGroup, ToggleButton } from "../../../ui/components/buttons/ToggleButton";
import { PhoneField } from "../../../ui/components/fields/CheckedField";
import { ChoiceGroup, PartCheckbox, Rating, Slider, Switch } from "../../../ui/components/fields/choices";
import { CountedTextArea } from "../../../ui/components/fields/CountedTextArea";
import { PasswordField } from "../../../ui/components/fields/PasswordField";
import { SearchForm } from "../../../ui/components/fields/SearchForm";
import { isAccepted } from "../../../ui/components/files/accepted";
import { FileDrop } from "../../../ui/components/files/FileDrop";
import { about, all, click, focus, mounted, the, announcements, type, written } from "./mounted";

describe("a search", () => {
  const press = () =>
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true, cancelable: true }));
  it("of a public page is led to by /", () => {
    mounted(<SearchForm label="Find" action="/pages/faq" value="bot" button="Search" />);
    press();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Find");
  });
  it("in the frame leaves / to the frame's own", () => {
    mounted(<SearchForm label="Find" action="/apps/todo" />);
    press();
    expect(document.activeElement).toBe(document.body);
  });
});

describe("buttons", () => {
  it("that stay pressed say so under one name", () => {
    const toggled = vi.fn();
    mounted(
      <ButtonGroup label="Step">
        <ToggleButton pressed onToggle={toggled}>
          {"Day"}
        </ToggleButton>
        <ToggleButton pressed={false} onToggle={toggled}>
          {"Week"}
        </ToggleButton>
      </ButtonGroup>,
    );
    expect(the("group", "Step").querySelectorAll("button")).toHaveLength(2);
    expect([the("button", "Day"), the("button", "Week")].map((button) => button.getAttribute("aria-pressed"))).toEqual([
      "true",
      "false",
    ]);
    click(the("button", "Week"));
    expect(toggled).toHaveBeenCalledWith(true);
  });

  it("send the form around them without script", () => {
    written(
      <ToggleButton pressed name="on" value="0">
        {"Watch"}
      </ToggleButton>,
    );
    expect(the<HTMLButtonElement>("button", "Watch").type).toBe("submit");
  });

  it("that are off say why", () => {
    mounted(<ReasonedButton reason="Only an admin can do this">{"Publish"}</ReasonedButton>);
    const button = the<HTMLButtonElement>("button", "Publish");
    expect([button.disabled, about(button)]).toEqual([true, "Only an admin can do this"]);
  });

  it("that are busy do nothing a second time", () => {
    const pressed = vi.fn();
    mounted(
      <Button busy type="submit" onClick={pressed}>
        {"Save"}
      </Button>,
    );
    const press = new MouseEvent("click", { bubbles: true, cancelable: true });
    act(() => void the("button", "Saving").dispatchEvent(press));
    expect([pressed.mock.calls.length, press.defaultPrevented]).toEqual([0, true]);
  });
});

describe("fields", () => {
  it("count what is typed, and tell it near the limit only", () => {
    mounted(<CountedTextArea label="Note" maxLength={40} defaultValue="12345" />);
    const note = the<HTMLTextAreaElement>("textbox", "Note");
    expect(note.maxLength).toBe(40);
    expect(announcements()).toEqual([]);
    type(note, "x".repeat(39));
    expect(document.querySelector(".counter")!.textContent).toBe("39 / 40");
    expect(announcements()).toEqual(["1 character left"]);
  });

  it("check a telephone number when it is left, and while it is corrected", () => {
    mounted(<PhoneField label="Phone" name="phone" />);
    const phone = the<HTMLInputElement>("textbox", "Phone");
    focus(phone);
    type(phone, "+91 98765");
    expect(phone.getAttribute("aria-invalid")).toBeNull();
    act(() => phone.blur());
    expect(about(phone)).toBe("Enter 8 to 15 digits with the country code. This number has 7.");
    type(phone, "+91 98765 43210");
    expect([phone.getAttribute("aria-invalid"), about(phone), phone.dir]).toEqual([
      null,
      "With the country code, such as +91 98765 43210",
      "ltr",
    ]);
    focus(phone);
    type(phone, "call me");
    act(() => phone.blur());
    expect(about(phone)).toContain("Use only digits");
  });

  it("keep the server's refusal until it is corrected", () => {
    mounted(<PhoneField label="Phone" name="phone" defaultValue="+91 98765 43210" error="Taken." />);
    const phone = the<HTMLInputElement>("textbox", "Phone");
    expect(about(phone)).toBe("Taken.");
    type(phone, "+91 98765 43211");
    expect(phone.getAttribute("aria-invalid")).toBeNull();
  });

  it("show a password on request, and only where a script can", () => {
    mounted(<PasswordField label="Password" name="password" />);
    const input = document.querySelector("input")!;
    expect(input.type).toBe("password");
    click(the("button", "Show password"));
    expect([input.type, the("button", "Show password").getAttribute("aria-pressed")]).toEqual(["text", "true"]);
    written(<PasswordField label="Password" name="password" />);
    expect(all("button")).toHaveLength(0);
  });

  it("search the page's list as a GET form with a name", () => {
    written(
      <SearchForm label="Find a bot" action="/bots" value="desk">
        <input type="hidden" name="per" value="25" />
      </SearchForm>,
    );
    expect([the<HTMLFormElement>("search").method, the<HTMLFormElement>("search").getAttribute("action")]).toEqual([
      "get",
      "/bots",
    ]);
    expect(document.querySelector<HTMLInputElement>("input[type=search]")!.getAttribute("aria-label")).toBe(
      "Find a bot",
    );
  });
});

describe("choices", () => {
  it("stand under their question, with help or error as its description", () => {
    mounted(
      <>
        <ChoiceGroup legend="Sees" help="Only these.">
          <input type="checkbox" aria-label="A" />
        </ChoiceGroup>
        <ChoiceGroup legend="Channel" radio error="Choose one.">
          <input type="radio" aria-label="B" />
        </ChoiceGroup>
      </>,
    );
    expect(about(the("group", "Sees"))).toBe("Only these.");
    expect([about(the("radiogroup", "Channel")), the("radiogroup", "Channel").getAttribute("aria-invalid")]).toEqual([
      "Choose one.",
      "true",
    ]);
  });

  it("are half ticked while only some are", () => {
    const { show } = mounted(<PartCheckbox label="All" partly checked={false} onChange={() => undefined} />);
    expect(the<HTMLInputElement>("checkbox", "All").indeterminate).toBe(true);
    show(<PartCheckbox label="All" partly={false} checked onChange={() => undefined} />);
    expect(the<HTMLInputElement>("checkbox", "All").indeterminate).toBe(false);
  });

  it("are switches with a name and a description apart", () => {
    mounted(<Switch label="Two-step sign-in" about="Set up on 3 May" defaultChecked name="two" />);
    const input = the<HTMLInputElement>("switch", "Two-step sign-in");
    expect([input.checked, about(input), input.name]).toEqual([true, "Set up on 3 May", "two"]);
  });

  it("say the value on a scale in its unit", () => {
    mounted(<Slider label="Threshold" unit="%" defaultValue={62} />);
    const slider = document.querySelector<HTMLInputElement>("input[type=range]")!;
    expect([slider.getAttribute("aria-valuetext"), document.querySelector("output")!.textContent]).toEqual([
      "62 %",
      "62 %",
    ]);
    type(slider, "40");
    expect(slider.getAttribute("aria-valuetext")).toBe("40 %");
  });

  it("are five radios named by their number", () => {
    mounted(<Rating legend="How did it go?" name="rating" defaultValue={4} />);
    expect(the("radiogroup", "How did it go?")).toBeTruthy();
    expect(all("radio").map((radio) => (radio as HTMLInputElement).checked)).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
    expect(the("radio", "4 of 5")).toBeTruthy();
  });
});

describe("the kind of a file", () => {
  it.each([
    ["a.jsonl", "", ".json,.jsonl", true],
    ["A.JSONL", "", ".jsonl", true],
    ["a.csv", "text/csv", ".jsonl", false],
    ["a.png", "image/png", "image/*", true],
    ["a.pdf", "application/pdf", "image/*, application/pdf", true],
    ["a.exe", "", "", true],
  ])("%s (%s) against %s", (name, kind, accept, fits) => expect(isAccepted({ name, type: kind }, accept)).toBe(fits));
});

describe("files", () => {
  /** Requests as they go out; each is answered by the test. */
  class Request {
    static all: Request[] = [];
    upload: { onprogress?: (event: object) => void } = {};
    headers: Record<string, string> = {};
    status = 0;
    responseText = "";
    form: FormData | null = null;
    onload?: () => void;
    onabort?: () => void;
    onerror?: () => void;
    constructor() {
      Request.all.push(this);
    }
    open(method: string, path: string) {
      Object.assign(this.headers, { method, path });
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value;
    }
    send(form: FormData) {
      this.form = form;
    }
    abort() {
      this.onabort?.();
    }
    answer(status: number, body: unknown) {
      Object.assign(this, { status, responseText: JSON.stringify(body) });
      return act(async () => this.onload?.());
    }
  }
  const arrived = vi.fn();
  beforeEach(() => {
    Request.all = [];
    vi.stubGlobal("XMLHttpRequest", Request);
  });
  afterEach(() => vi.unstubAllGlobals());
  const drop = (
    <FileDrop
      label="Dialogues"
      name="file"
      multiple
      accept=".jsonl"
      maxBytes={1000}
      call="/api/v1/imports"
      page="/imports"
      onDone={arrived}
    />
  );
  const give = (...files: File[]) => {
    const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
    Object.defineProperty(input, "files", { value: files, configurable: true });
    act(() => void input.dispatchEvent(new Event("change", { bubbles: true })));
  };
  const lines = () =>
    [...document.querySelectorAll(".files > li")].map((line) => line.querySelector("div > :last-child")!.textContent);

  it("are refused one by one with the reason, and the others go out", () => {
    mounted(drop);
    give(new File(["1"], "a.jsonl"), new File(["1"], "b.csv"), new File(["1".repeat(1001)], "c.jsonl"));
    expect(lines()).toEqual([
      "0%",
      "This file type is not supported. Choose one of: .jsonl.",
      "The file is larger than 1kB. Split or compress it.",
    ]);
    expect(Request.all).toHaveLength(1);
    expect(announcements()).toEqual(["Uploading 1 file"]);
  });

  it("go out with the token and a key of their own, show how far they are, and arrive", async () => {
    mounted(drop);
    give(new File(["1"], "a.jsonl"));
    const [request] = Request.all;
    expect(request!.headers).toMatchObject({ method: "POST", path: "/api/v1/imports", "X-CSRF-Token": "token" });
    expect(request!.headers["Idempotency-Key"]).toMatch(/^[0-9a-f]{32}$/);
    expect((request!.form!.get("file") as File).name).toBe("a.jsonl");
    act(() => request!.upload.onprogress?.({ lengthComputable: true, loaded: 40, total: 100 }));
    expect([the<HTMLProgressElement>("progressbar", "a.jsonl").value, lines()]).toEqual([0.4, ["40%"]]);
    await request!.answer(202, { id: "1" });
    expect([lines(), announcements(), arrived.mock.calls]).toEqual([
      ["Uploaded"],
      ["1 file uploaded"],
      [[{ id: "1" }]],
    ]);
  });

  it("say why the server refused them", async () => {
    mounted(drop);
    give(new File(["1"], "a.jsonl"));
    await Request.all[0]!.answer(422, { detail: "No.", errors: { file: ["Line 4 has no speaker."] } });
    expect(lines()).toEqual(["Line 4 has no speaker."]);
  });

  it("can be stopped, and taken from the list", async () => {
    mounted(drop);
    give(new File(["1"], "a.jsonl"));
    await act(async () => the("button", "Cancel upload of a.jsonl").click());
    expect(lines()).toEqual(["Cancelled"]);
    click(the("button", "Remove a.jsonl"));
    expect(lines()).toEqual([]);
  });

  it("are stopped when the page goes", () => {
    const { show } = mounted(drop);
    give(new File(["1"], "a.jsonl"));
    const stopped = vi.spyOn(Request.all[0]!, "abort");
    show(<p />);
    expect(stopped).toHaveBeenCalledOnce();
  });

  it("are a plain form with several files and a button without script", () => {
    written(drop);
    const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
    expect([input.multiple, input.accept, input.form!.getAttribute("enctype")]).toEqual([
      true,
      ".jsonl",
      "multipart/form-data",
    ]);
    expect(the<HTMLButtonElement>("button", "Upload").type).toBe("submit");
  });
});
