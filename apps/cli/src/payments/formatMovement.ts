import type { Movement } from "@wmodal/core/flows"
import { type Decimal, formatAmount, formatShortQuantity, transferDigits } from "@wmodal/protocol"

const signs = { in: "+", out: "-", self: "" } as const

/** Formats a movement with its direction as a sign: `+0.00012345 ETH`, `≥ +0.99 DAI`, `-A quiet morning #12`. */
const formatSigned = (
  { amount, atLeast, direction, symbol, text }: Movement,
  formatNumber: (amount: Decimal) => string,
): string => {
  const shown = amount === null ? text : `${formatNumber(amount)} ${symbol}`.trimEnd()
  return `${atLeast ? "≥ " : ""}${signs[direction]}${shown}`
}

/** Formats every digit, for scripts. */
export const formatExactMovement = (movement: Movement): string =>
  formatSigned(movement, ({ decimals, units }) => formatAmount(units, decimals))

/** Formats three decimals, for a screen. */
export const formatShortMovement = (movement: Movement): string =>
  formatSigned(movement, (amount) => formatShortQuantity(amount, transferDigits))

/** Converts a movement to a document. The decimals are those of the token where they are known. */
export const toMovementDocument = ({ amount, atLeast, collectible, direction, symbol, text }: Movement) => ({
  direction,
  text,
  ...(amount !== null && {
    symbol,
    value: amount.units,
    decimals: amount.decimals,
    amount: formatAmount(amount.units, amount.decimals),
  }),
  collectible,
  ...(atLeast && { atLeast }),
})
