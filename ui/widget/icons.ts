/** The panel's drawings, as paths of 24 by 24. */
export const CLOSE = "M18 6 6 18M6 6l12 12";
export const DOWN = "m6 9 6 6 6-6";
export const MORE = "M12 5h.01M12 12h.01M12 19h.01";
export const SEND = "m22 2-7 20-4-9-9-4ZM22 2 11 13";
export const CLIP = "m21 11-9.2 9.2a6 6 0 0 1-8.5-8.5l9.2-9.2a4 4 0 0 1 5.7 5.7l-9.2 9.2a2 2 0 0 1-2.8-2.9L14.5 6";
export const CHECK = "M20 6 9 17l-5-5";
export const CLOCK = "M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20M12 6v6l3 2";
export const ALERT = "M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20M12 8v4M12 16h.01";
export const PERSON =
  "M4 14v-2a8 8 0 0 1 16 0v2M4 14h3v5H5a1 1 0 0 1-1-1ZM20 14h-3v5h2a1 1 0 0 0 1-1ZM19 19a5 5 0 0 1-5 3h-2";
export const PHONE =
  "M22 17v3a2 2 0 0 1-2.2 2A19.8 19.8 0 0 1 2 4.2 2 2 0 0 1 4 2h3a2 2 0 0 1 2 1.7c.1 1 .4 1.9.7 2.8a2 2 0 0 1-.5 2.1L8 9.9a16 16 0 0 0 6 6l1.3-1.3a2 2 0 0 1 2.1-.4c.9.3 1.8.5 2.8.7a2 2 0 0 1 1.8 2.1";
export const NO_LINE =
  "M12 20h.01M8.5 16.4a5 5 0 0 1 7 0M5 12.9a10 10 0 0 1 5.2-2.8M19 12.9a10 10 0 0 0-2-1.5M2 8.8a15 15 0 0 1 4.2-2.6M22 8.8a15 15 0 0 0-11.3-3.8M2 2l20 20";
export const AGAIN = "M3 12a9 9 0 1 0 3-6.7L3 8M3 3v5h5";
export const LANGUAGE = "m5 8 6 6M4 14l6-6 2-3M2 5h12M7 2h1M22 22l-5-10-5 10M14 18h6";
export const BACK = "m15 18-6-6 6-6";
export const ON = "m9 18 6-6-6-6";
export const STAR = "m12 2 3.1 6.3 6.9 1-5 4.9 1.2 6.8-6.2-3.2L5.8 21 7 14.2l-5-4.9 6.9-1z";
export const THUMB_UP =
  "M7 10v11H4a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1zM7 10l4-8a3 3 0 0 1 3 3v4h5a2 2 0 0 1 2 2.3l-1.4 8A2 2 0 0 1 17.6 21H7";
export const THUMB_DOWN =
  "M17 14V3h3a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1zM17 14l-4 8a3 3 0 0 1-3-3v-4H5a2 2 0 0 1-2-2.3l1.4-8A2 2 0 0 1 6.4 3H17";
