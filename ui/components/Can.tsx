import type { ReactNode } from "react";
import { useSelector } from "react-redux";
import { can } from "../lib/session";
import { selectAbility } from "../state";

/** Asks whether the reader may do something. */
export function useCan(): (action: string, subject: string) => boolean {
  const ability = useSelector(selectAbility);
  return (action, subject) => can(ability, action, subject);
}

/** Shows its content to those who may do something; to others what replaces it, or nothing. */
export function Can({
  I,
  a,
  otherwise = null,
  children,
}: {
  I: string;
  a: string;
  otherwise?: ReactNode;
  children: ReactNode;
}) {
  return useCan()(I, a) ? children : otherwise;
}
