import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import { readAccounts } from "../account/Account.ts"
import { tokenAccountIn } from "../account/TokenAccount.ts"
import { instructionsOf, rolesOf } from "../wire/Instruction.ts"
import type { Transaction } from "../wire/Transaction.ts"
import { readLookedUp } from "./lookups.ts"
import type { Opened } from "./Opened.ts"
import { stepOf } from "./stepOf.ts"

/** Bytes of an account that say whose it is and what it holds; pools and order books have millions. */
const enough = 300

/** Never fails: where no node answers, what the transaction says of itself is all there is. */
export const open = Effect.fnUntraced(function* (
  rpc: Rpc,
  text: string,
  transaction: Transaction,
  from: string,
): Effect.fn.Return<Opened> {
  const { message } = transaction
  const looked = yield* readLookedUp(rpc, message)
  const roles = rolesOf(message, looked ?? [])
  const instructions = instructionsOf(message, roles)
  // Who signs may only be read from, and has a balance all the same.
  const told = [...new Set([from, ...roles.filter((role) => role.written).map(({ address }) => address)])]
  const accounts = yield* Effect.catch(
    Effect.map(
      readAccounts(rpc, told, enough),
      (found) => new Map(told.map((address, at) => [address, found[at] ?? null])),
    ),
    () => Effect.succeed(null),
  )
  return {
    ...transaction,
    text,
    roles,
    instructions,
    steps: instructions.map(stepOf),
    isWhole: looked !== null,
    accounts,
    holdings: new Map(
      [...(accounts ?? [])].flatMap(([address, account]) => {
        const held = tokenAccountIn(account)
        return held === null ? [] : [[address, held] as const]
      }),
    ),
  }
})
