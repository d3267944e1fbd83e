import { useSite } from "../../page";
import { Overview } from "./Overview";
import { Welcome } from "./Welcome";

/** `/`: where one is when signed in, what this is otherwise. */
export default function HomePage() {
  return useSite().session.user ? <Overview /> : <Welcome />;
}
