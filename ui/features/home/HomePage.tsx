import { useSite } from "../../page";
import { Overview } from "./Overview";
import { Welcome } from "./Welcome";
import "./home.css";
import "../../styles/public.css";

/** `/`: where one is when signed in, what this is otherwise. */
export default function HomePage() {
  return useSite().session.user ? <Overview /> : <Welcome />;
}
