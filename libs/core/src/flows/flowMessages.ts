/** The texts of the account's flows in English: id → ICU message. They arrive with the flows. */
export const flowMessages = {
  "flow.transactions": "Failed to fetch transactions",
  "flow.balance": "Token Balance Unavailable",
} as const

export type FlowMessageId = keyof typeof flowMessages
