import { programs } from "../program/programs.ts"
import { type Instruction, instructionsOf, placesIn, rolesOf } from "../wire/Instruction.ts"
import type { Transaction } from "../wire/Transaction.ts"

/**
 * How much one transaction is another: to the byte; or by what it does, under another blockhash, with another limit or
 * price, and with instructions beside, as wallets put them there to guard it. `null` where it is another.
 */
export const sameAs = (one: Transaction, wanted: Transaction): "bytes" | "deeds" | null => {
  if (
    one.messageBytes.length === wanted.messageBytes.length &&
    one.messageBytes.every((byte, at) => byte === wanted.messageBytes[at])
  )
    return "bytes"
  if (one.message.accounts[0] !== wanted.message.accounts[0]) return null
  const left = deedsOf(one)
  return deedsOf(wanted).every((deed) => {
    const at = left.indexOf(deed)
    if (at >= 0) left.splice(0, at + 1)
    return at >= 0
  })
    ? "deeds"
    : null
}

/** In order, each as a text that says all of it. */
const deedsOf = ({ message }: Transaction): string[] =>
  instructionsOf(message, rolesOf(message, placesIn(message)))
    .filter(({ program }) => program !== programs.computeBudget)
    .map(textOf)

const textOf = ({ accounts, data, program }: Instruction) =>
  `${program} ${accounts.map(({ address }) => address).join(" ")} ${data.join(" ")}`
