import type { ActivityRow, Movement } from "@wmodal/core/flows"
import type { IconName } from "../../ui/Icon.tsx"

/** The history's names of operations, which have messages, and the icon of each. */
const icons = {
  send: "up",
  receive: "arrive",
  trade: "flip",
  approve: "check",
  revoke: "dot",
  mint: "plus",
  burn: "up",
  deposit: "up",
  withdraw: "arrive",
  borrow: "arrive",
  repay: "up",
  claim: "arrive",
  stake: "up",
  unstake: "arrive",
  deploy: "dot",
  execute: "dot",
  cancel: "dot",
  buy: "plus",
  bought: "plus",
  sign: "pen",
  other: "dot",
} as const satisfies Record<string, IconName>

const isKnown = (operation: string): operation is keyof typeof icons => Object.hasOwn(icons, operation)

/** Returns the operation when there is a message for it. */
export const getKnownOperation = ({ operation }: ActivityRow): keyof typeof icons =>
  isKnown(operation) ? operation : "other"

/** Returns the icon next to a row's text. */
export const getOperationIcon = (row: ActivityRow): IconName =>
  row.status === "failed" ? "close" : icons[getKnownOperation(row)]

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
