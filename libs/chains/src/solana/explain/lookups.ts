import { base58 } from "@scure/base"
import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import { type Account, readAccounts } from "../account/Account.ts"
import { programs } from "../program/programs.ts"
import type { Role } from "../wire/Instruction.ts"
import type { Message } from "../wire/Message.ts"

/** Where the addresses begin in a table. Source: Solana, address lookup tables. */
const head = 56

/** The accounts that a message has out of tables on the chain; `null` where a table cannot be read, or lacks one. */
export const readLookedUp = (rpc: Rpc, { lookups }: Message): Effect.Effect<readonly Role[] | null> => {
  if (lookups.length === 0) return Effect.succeed([])
  const read = readAccounts(
    rpc,
    lookups.map(({ table }) => table),
  )
  return Effect.map(
    Effect.catch(read, () => Effect.succeed([])),
    (tables) => {
      const parts = [true, false].flatMap((written) =>
        lookups.flatMap(({ readonly, writable }, at) =>
          (written ? writable : readonly).map((place): Role | null => {
            const address = addressAt(tables[at] ?? null, place)
            return address === null ? null : { address, signs: false, written }
          }),
        ),
      )
      const found = parts.flatMap((role) => role ?? [])
      return found.length === parts.length ? found : null
    },
  )
}

const addressAt = (table: Account | null, place: number): string | null => {
  const bytes = table?.data.slice(head + place * 32, head + (place + 1) * 32)
  return table?.program === programs.lookupTable && bytes?.length === 32 ? base58.encode(bytes) : null
}
