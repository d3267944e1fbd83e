// @vitest-environment happy-dom
/** The first field of a form that comes back refused has the focus. */
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, it } from "vitest";
import { useFirstError } from "../../../ui/components/forms/useFirstError";
import type { Problem } from "../../../ui/lib/problem";

afterEach(() => void (document.body.innerHTML = ""));

function Form({ problem }: { problem: Problem | null }) {
  useFirstError(problem);
  const isWrong = (name: string) => (problem?.errors?.[name] ? true : undefined);
  return (
    <form>
      {["name", "phone", "city"].map((name) => (
        <input key={name} name={name} aria-invalid={isWrong(name)} />
      ))}
      <button>Save</button>
    </form>
  );
}

it("leads to the first field that is marked, and nowhere without one", () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  document.body.innerHTML = "<div id='at'></div>";
  const root = createRoot(document.getElementById("at")!);
  act(() => root.render(<Form problem={null} />));
  const button = document.querySelector("button")!;
  button.focus();
  act(() => root.render(<Form problem={{ status: 409 }} />));
  expect(document.activeElement).toBe(button);
  const errors = { city: ["Name it."], phone: ["Too short."] };
  act(() => root.render(<Form problem={{ status: 422, errors }} />));
  expect(document.activeElement?.getAttribute("name")).toBe("phone");
  act(() => root.unmount());
});
