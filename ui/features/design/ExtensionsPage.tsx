import { Showcase } from "./Showcase";

/** What goes beyond plain fields and lists. */
export default function ExtensionsPage() {
  return <Showcase name="extensions" sections={["completion", "arranging", "toasts", "course", "chat", "code"]} />;
}
