/** The profile as the API answers it. */
import type { Shape } from "../../../api";

export type Profile = Shape<"Profile">;
export type Person = Shape<"Person">;
export type Post = Shape<"Post">;
export type PostPage = Shape<"PostPage">;
export type Remark = Shape<"Remark">;
export type Source = Shape<"Source">;
export type Acquaintance = Shape<"Acquaintance">;
export type Poll = Shape<"Poll">;
