import { Steps } from "./arranging";
import { Choices, Fields } from "./entering";
import { Dates, Files, Picking } from "./picking";
import { Showcase } from "./Showcase";

const SECTIONS = [{ id: "fields", View: Fields }, { id: "choices", View: Choices }, { id: "picking", View: Picking }, { id: "dates", View: Dates }, { id: "files", View: Files }, { id: "steps", View: Steps }];

/** Every kind of field and form. */
export default function FormsPage() {
  return <Showcase name="forms" sections={SECTIONS} />;
}
