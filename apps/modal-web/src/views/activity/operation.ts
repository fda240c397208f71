import type { ActivityRow, Movement } from "@wmodal/core/flows"
import type { IconName } from "../../ui/Icon.tsx"

/** How the history names what a transaction was. */
const operations = [
  "send",
  "receive",
  "trade",
  "approve",
  "revoke",
  "mint",
  "burn",
  "deposit",
  "withdraw",
  "borrow",
  "repay",
  "claim",
  "stake",
  "unstake",
  "deploy",
  "execute",
  "cancel",
  "buy",
  "bought",
  "sign",
  "other",
] as const

/** As far as there are words for it. */
export const getKnownOperation = ({ operation }: ActivityRow): (typeof operations)[number] =>
  operations.find((known) => known === operation) ?? "other"

const icons = new Map<string, IconName>([
  ["send", "up"],
  ["receive", "arrive"],
  ["trade", "flip"],
  ["approve", "check"],
  ["mint", "plus"],
  ["buy", "plus"],
  ["bought", "plus"],
  ["deposit", "up"],
  ["stake", "up"],
  ["repay", "up"],
  ["burn", "up"],
  ["withdraw", "arrive"],
  ["unstake", "arrive"],
  ["borrow", "arrive"],
  ["claim", "arrive"],
  ["sign", "pen"],
])

/** The sign beside a row's words. */
export const getOperationIcon = ({ status, operation }: ActivityRow): IconName =>
  status === "failed" ? "close" : (icons.get(operation) ?? "dot")

/** What a row shows first: of an exchange, what came of it. */
export const getMainMovement = ({ movements }: ActivityRow): Movement | null =>
  movements.find(({ direction }) => direction === "in") ?? movements[0] ?? null

/** Of an exchange, what was given for it. */
export const getPaidMovement = (row: ActivityRow): Movement | null => {
  const main = getMainMovement(row)
  return main?.direction === "in"
    ? (row.movements.find(({ direction }) => direction === "out") ?? null)
    : null
}
