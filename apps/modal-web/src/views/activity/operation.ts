import type { ActivityRow, Movement } from "@wmodal/core/flows"
import type { IconName } from "../../ui/Icon.tsx"

/** The history's names of operations. */
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

/** Returns the operation when there is a message for it. */
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

/** Returns the icon next to a row's text. */
export const getOperationIcon = ({ status, operation }: ActivityRow): IconName =>
  status === "failed" ? "close" : (icons.get(operation) ?? "dot")

/** Returns the movement that a row shows first; for a swap, the received one. */
export const getMainMovement = ({ movements }: ActivityRow): Movement | null =>
  movements.find(({ direction }) => direction === "in") ?? movements[0] ?? null

/** Returns the paid movement of a swap. */
export const getPaidMovement = (row: ActivityRow): Movement | null => {
  const main = getMainMovement(row)
  return main?.direction === "in"
    ? (row.movements.find(({ direction }) => direction === "out") ?? null)
    : null
}
