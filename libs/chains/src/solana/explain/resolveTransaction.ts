import { base58 } from "@scure/base"
import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import { fetchAccounts, type SolanaAccount } from "../account/SolanaAccount.ts"
import { decodeTokenAccount, type TokenAccount } from "../account/TokenAccount.ts"
import { programs } from "../program/programs.ts"
import { type AccountMeta, type Instruction, toAccountMetas, toInstructions } from "../wire/Instruction.ts"
import type { SolanaMessage } from "../wire/SolanaMessage.ts"
import type { SolanaTransaction } from "../wire/SolanaTransaction.ts"
import type { DecodedInstruction } from "./DecodedInstruction.ts"
import { decodeInstruction } from "./decodeInstruction.ts"

/** Where the addresses begin in a table. Source: Solana, address lookup tables. */
const tableHeaderBytes = 56

/** The accounts that a message has out of tables on the chain; `null` where a table cannot be read, or lacks one. */
const fetchLookupAccounts = (
  rpc: Rpc,
  { lookups }: SolanaMessage,
): Effect.Effect<readonly AccountMeta[] | null> => {
  if (lookups.length === 0) return Effect.succeed([])
  const read = fetchAccounts(
    rpc,
    lookups.map(({ table }) => table),
  )
  return Effect.map(
    Effect.catch(read, () => Effect.succeed([])),
    (tables) => {
      const parts = [true, false].flatMap((written) =>
        lookups.flatMap(({ readonly, writable }, at) =>
          (written ? writable : readonly).map((place): AccountMeta | null => {
            const address = getTableAddress(tables[at] ?? null, place)
            return address === null ? null : { address, signs: false, written }
          }),
        ),
      )
      const found = parts.flatMap((role) => role ?? [])
      return found.length === parts.length ? found : null
    },
  )
}

const getTableAddress = (table: SolanaAccount | null, place: number): string | null => {
  const bytes = table?.data.slice(tableHeaderBytes + place * 32, tableHeaderBytes + (place + 1) * 32)
  return table?.program === programs.lookupTable && bytes?.length === 32 ? base58.encode(bytes) : null
}

/** A transaction that somebody asks for, with what the chain says of its accounts. */
export interface ResolvedTransaction extends SolanaTransaction {
  /** Base64, as it was asked for. */
  readonly text: string
  readonly accountMetas: readonly AccountMeta[]
  readonly instructions: readonly Instruction[]
  readonly decodedInstructions: readonly DecodedInstruction[]
  /** Whether every account is known: none is in a table that nobody could read. */
  readonly isWhole: boolean
  /** Whoever signs and what it would write to, as they are now, with the first bytes of its data; `null` where no node tells. */
  readonly accounts: ReadonlyMap<string, SolanaAccount | null> | null
  /** Those of them that hold tokens. */
  readonly holdings: ReadonlyMap<string, TokenAccount>
}

/** Bytes of an account that say whose it is and what it holds; pools and order books have millions. */
const accountPrefixBytes = 300

/** Never fails: where no node answers, what the transaction says of itself is all there is. */
export const resolveTransaction = Effect.fnUntraced(function* (
  rpc: Rpc,
  text: string,
  transaction: SolanaTransaction,
  from: string,
): Effect.fn.Return<ResolvedTransaction> {
  const { message } = transaction
  const looked = yield* fetchLookupAccounts(rpc, message)
  const roles = toAccountMetas(message, looked ?? [])
  const instructions = toInstructions(message, roles)
  // Who signs may only be read from, and has a balance all the same.
  const told = [...new Set([from, ...roles.filter((role) => role.written).map(({ address }) => address)])]
  const accounts = yield* Effect.catch(
    Effect.map(
      fetchAccounts(rpc, told, accountPrefixBytes),
      (found) => new Map(told.map((address, at) => [address, found[at] ?? null])),
    ),
    () => Effect.succeed(null),
  )
  return {
    ...transaction,
    text,
    accountMetas: roles,
    instructions,
    decodedInstructions: instructions.map(decodeInstruction),
    isWhole: looked !== null,
    accounts,
    holdings: new Map(
      [...(accounts ?? [])].flatMap(([address, account]) => {
        const held = decodeTokenAccount(account)
        return held === null ? [] : [[address, held] as const]
      }),
    ),
  }
})
