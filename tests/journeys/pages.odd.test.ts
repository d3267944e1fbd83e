// One half of all pages: its twin has the others, so that two processes share them.
import { checkPages } from "./pages";

checkPages(1);
