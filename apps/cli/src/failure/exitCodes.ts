/** What the process says when it ends. Other programs depend on these numbers: none ever changes its meaning. */
export const exitCodes = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  config: 3,
  declined: 4,
  insufficientFunds: 5,
  guard: 6,
  network: 7,
  timeout: 8,
  reverted: 9,
  notConnected: 10,
  interrupted: 130,
} as const

export type ExitName = keyof typeof exitCodes
