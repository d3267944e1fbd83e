import { createContext, useContext } from "react";
import { toasts, type ToastStore } from "./list";

/** Whose list it is: the document's, unless someone around has one of their own. */
export const ToastContext = createContext<ToastStore>(toasts);

/** Shows, changes and closes toasts, which the frame shows on whatever page one is by then. */
export const useToast = (): Pick<ToastStore, "show" | "change" | "close"> => useContext(ToastContext);
