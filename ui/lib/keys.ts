/** Keys that only the pages of one area have; each has its words under `key.` of the area. */
export const AREA_KEYS: Readonly<Record<string, readonly (readonly [keys: string, name: string])[]>> = {
  // i18n: email.key.*
  email: [["c", "compose"], ["j k", "move"], ["Enter o", "open"], ["x", "pick"], ["s", "star"], ["e #", "trash"], ["r", "reply"], ["a", "all"], ["f", "forward"], ["u", "back"], ["/", "search"]],
  // i18n: todo.key.*
  todo: [["n", "new"], ["j k", "move"], ["x", "complete"], ["s", "star"], ["Delete", "delete"]],
  // i18n: calendar.key.*
  calendar: [["n", "new"], ["j k", "move"], ["t", "today"], ["m", "month"], ["w", "week"], ["d", "day"], ["l", "list"]],
  // i18n: chat.key.*
  chat: [["j k", "move"], ["m", "write"]],
  // i18n: people.key.*
  people: [["n", "new"]],
  // i18n: conversations.key.*
  conversations: [["j k", "move"]],
};
