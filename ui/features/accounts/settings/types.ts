/** Accounts as the API answers them. */
import type { Shape } from "../../../api";

export type Account = Shape<"Account">;
export type Connection = Shape<"Connection">;
export type SecondFactor = Shape<"SecondFactor">;
export type Enrolment = Shape<"Enrolment">;
export type AuthSession = Shape<"AuthSession">;
export type AuthSessionPage = Shape<"AuthSessionPage">;
export type Policy = Shape<"Policy">;
export type RecoveryCodes = Shape<"RecoveryCodes">;
