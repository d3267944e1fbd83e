/** Where a page stands: in the signed-in frame, in the public site, or beside the sign-in picture. */
export { Frame } from "./Frame";
export { PublicLayout } from "./PublicLayout";
export { SignInLayout } from "./SignInLayout";
