import { Showcase } from "./Showcase";

/** Every kind of field and form. */
export default function FormsPage() {
  return <Showcase name="forms" sections={["fields", "choices", "picking", "dates", "files", "steps"]} />;
}
