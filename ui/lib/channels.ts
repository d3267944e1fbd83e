/** The messaging channels, in the order they are offered. */
export const MESSAGING_CHANNELS = ["whatsapp", "messenger", "instagram", "telegram", "slack", "sms", "voice"] as const;

/** All channels that people talk to a bot by. */
export const BOT_CHANNELS = ["web", ...MESSAGING_CHANNELS] as const;
