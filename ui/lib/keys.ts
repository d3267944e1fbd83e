/** Keys that only the pages of one area have; each has its words under `key.` of the area. */
export const AREA_KEYS: Readonly<Record<string, readonly (readonly [keys: string, name: string])[]>> = {
  // i18n: email.key.*
  email: [["c", "compose"], ["j k", "move"], ["Enter o", "open"], ["x", "pick"], ["s", "star"], ["e #", "trash"], ["r", "reply"], ["a", "all"], ["f", "forward"], ["u", "back"], ["/", "search"]],
};
