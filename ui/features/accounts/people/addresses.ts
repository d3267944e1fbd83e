/** The addresses of the list and of one person: their pages stand under administration and among the applications. */
import { usePage } from "../../../page";

/** Where the list and each person are, seen from the present page. */
export function useAddresses() {
  const { url } = usePage();
  return url.startsWith("/apps/")
    ? { list: "/apps/user/list", person: (number: number) => `/apps/user/view/${number}` }
    : { list: "/admin/users", person: (number: number) => `/admin/users/${number}` };
}
