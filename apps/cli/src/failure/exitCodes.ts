/** The exit codes of the process. Other programs depend on them: no number ever changes its meaning. */
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
