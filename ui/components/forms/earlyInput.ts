/** What is typed and chosen in the server's document while its script is on its way, for the script to take over. */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a control holds, and where the caret is in it. */
interface Content {
  form: HTMLFormElement;
  value: string;
  caret: readonly [number | null, number | null] | null;
}

const FIELDS = "form[method=post] :is(input, textarea, select)[name]:not([type=hidden], [type=file])";

const isTick = (control: Control): control is HTMLInputElement => ["checkbox", "radio"].includes(control.type);

function isChanged(control: Control): boolean {
  if (isTick(control)) return control.checked !== control.defaultChecked;
  if (!(control instanceof HTMLSelectElement)) return control.value !== control.defaultValue;
  const options = [...control.options];
  return control.value !== (options.find((option) => option.defaultSelected) ?? options[0])?.value;
}

const contents = new Map<Control, Content>();
let isWatched = false;

function note({ target }: { target: EventTarget | null }) {
  const control = target as Control;
  if (!control.matches(FIELDS)) return;
  const caret = "selectionStart" in control ? ([control.selectionStart, control.selectionEnd] as const) : null;
  contents.set(control, { form: control.form!, value: control.value, caret });
}

/** Note what was typed so far, and what will be until it is taken over: React forgets texts of several lines. */
export function watchEarlyInput(): void {
  if (isWatched) return;
  isWatched = true;
  for (const control of document.querySelectorAll<Control>(FIELDS)) if (isChanged(control)) note({ target: control });
  document.addEventListener("input", note, true);
}

/** The control where it is by now: with a script some are others of the same name, or search for what is chosen. */
function present(control: Control, { form, value }: Content): Control | undefined {
  if (control.isConnected) return control;
  const controls = [...form.elements].filter((other): other is Control => (other as Control).name === control.name);
  const now = controls.find((other) => !isTick(other) || other.value === value);
  if (now?.type !== "hidden") return now;
  const combobox = now.parentElement?.querySelector<HTMLInputElement>("input[role=combobox]");
  return combobox && now.value !== value && combobox.value !== value ? combobox : undefined;
}

/** Put in what was typed as if it were typed now: React hears of no value that it has noted itself. */
function retype(control: Control, value: string, isChecked: boolean) {
  if (isTick(control)) {
    control.checked = !isChecked;
    return control.click();
  }
  if (!(control instanceof HTMLSelectElement)) control.value = control.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")!.set!.call(control, value);
  for (const event of ["input", "change"]) control.dispatchEvent(new Event(event, { bubbles: true }));
}

/** Take over what was noted in a box, in the order of its fields; each is seen by what the one before has changed. */
export async function takeEarlyInput(box: HTMLElement): Promise<void> {
  const { activeElement } = document;
  const early = [...contents]
    .filter(([control, { form }]) => box.contains(control) || box.contains(form))
    .map(([control, content]) => ({ control, content, isChecked: isTick(control) && control.checked }))
    .sort((a, b) => (a.control.compareDocumentPosition(b.control) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  for (const { control } of early) contents.delete(control);
  if (contents.size === 0) document.removeEventListener("input", note, true);
  for (const { control, content, isChecked } of early) {
    await null;
    if (control.type === "radio" && !isChecked) continue;
    const now = present(control, content);
    if (!now) continue;
    retype(now, content.value, isChecked);
    await null;
    // Names are taken over when their field is left.
    if (control !== activeElement) now.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
  }
  await null;
  const focused = early.find(({ control }) => control === activeElement);
  const now = focused && present(focused.control, focused.content);
  if (!now) return;
  now.focus();
  const [start, end] = focused.content.caret ?? [null, null];
  if (start !== null && "setSelectionRange" in now) now.setSelectionRange(start, end);
}

const LOOK_MS = 50;
/** How long a form may take to be ours. */
const LOOKS = 600;

const isOurs = (form: HTMLFormElement) => Object.keys(form).some((key) => key.startsWith("__reactProps"));

/** Carry over what was typed into the document's forms, each once it is ours and has its scripted fields. */
export function carryEarlyInput(looks = LOOKS): void {
  watchEarlyInput();
  const forms = new Set([...contents.values()].map(({ form }) => form));
  for (const form of forms) if (isOurs(form)) setTimeout(() => void takeEarlyInput(form), LOOK_MS);
  if (contents.size > 0 && looks > 0) setTimeout(() => carryEarlyInput(looks - 1), LOOK_MS);
}
