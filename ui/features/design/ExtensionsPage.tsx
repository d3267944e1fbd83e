import { Arranging } from "./arranging";
import { Completion } from "./completion";
import { Toasts } from "./opening";
import { Chat, Code, Course } from "./records";
import { Showcase } from "./Showcase";

const SECTIONS = [{ id: "completion", View: Completion }, { id: "arranging", View: Arranging }, { id: "toasts", View: Toasts }, { id: "course", View: Course }, { id: "chat", View: Chat }, { id: "code", View: Code }];

/** What goes beyond plain fields and lists. */
export default function ExtensionsPage() {
  return <Showcase name="extensions" sections={SECTIONS} />;
}
