/** The messages that the page shows before the engine has loaded. They are English; the engine passes translations. */
export const buttonMessages = {
  "button.connect": "Connect wallet",
  "button.loading": "Loading…",
  "button.connecting": "Connecting…",
  "button.failed": "Could not load. Try again",
  "button.stuck": "Could not load. Reload the page",
  "button.selectNetwork": "Select Network",
  "button.unknownNetwork": "Unknown Network",
} as const

export type ButtonMessageId = keyof typeof buttonMessages
export type ButtonMessages = Readonly<Record<ButtonMessageId, string>>
