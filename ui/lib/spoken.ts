/** Every language that bots and their clients may speak with people. */
export const SPOKEN = ["en", "hi", "ar", "gu", "mr", "ta", "te", "kn", "bn"] as const;
