import { type Instruction, instructionsOf, placesIn, rolesOf } from "../wire/Instruction.ts"
import type { Message } from "../wire/Message.ts"

/**
 * Whether a message does what was asked for, and nothing else. Phantom and Solflare put assertions of the Lighthouse
 * program into what they sign, which can only make a transaction fail: those may be added, anywhere. Whatever else
 * differs refuses it: another recipient or amount, another payer, signer or blockhash, a fee that nobody was shown.
 * A wallet adds a fee of its own only where a transaction names none, so that those which name one pass.
 * Source: Phantom, "Lighthouse" and "Solana priority fees".
 */
export const isSameOrGuarded = (asked: Message, signed: Message): boolean =>
  frameOf(asked) === frameOf(signed) &&
  isReadBeside(asked, signed) &&
  // One that brings assertions of its own is not told from one that a wallet has changed.
  !stepsOf(asked).some(isAssertion) &&
  stepsOf(asked).map(textOf).join("\n") ===
    stepsOf(signed)
      .filter((step) => !isAssertion(step))
      .map(textOf)
      .join("\n")

/** All but what is done: who pays and signs, how long it may be sent, and the tables that further accounts stand in. */
const frameOf = ({ accounts, blockhash, lookups, signers, version }: Message): string =>
  JSON.stringify([version, blockhash, accounts.slice(0, signers), lookups])

/** Whether all that was asked for may happen to the same accounts, and nothing to any other. */
const isReadBeside = (asked: Message, signed: Message): boolean => {
  const given = new Map(rolesOf(signed).map((role) => [role.address, role]))
  const wanted = new Map(rolesOf(asked).map((role) => [role.address, role]))
  return (
    [...wanted.values()].every(({ address, written }) => given.get(address)?.written === written) &&
    [...given.values()].every(({ address, written }) => wanted.has(address) || !written)
  )
}

const stepsOf = (message: Message): readonly Instruction[] =>
  instructionsOf(message, rolesOf(message, placesIn(message)))

const textOf = ({ accounts, data, program }: Instruction): string =>
  JSON.stringify([program, accounts, [...data]])

const lighthouse = "L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95"

/**
 * Assertions read accounts and end the transaction where they are not as expected. Others of that program pay for
 * memory, or call further programs. Source: Lighthouse, instruction discriminators.
 */
const isAssertion = ({ data: [kind = 0], program }: Instruction): boolean =>
  program === lighthouse && kind >= 2 && kind <= 15
