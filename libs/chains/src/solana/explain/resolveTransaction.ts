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

/** The offset of the addresses in a table. Source: Solana, address lookup tables. */
const tableHeaderBytes = 56

/** Fetches the accounts that a message takes from lookup tables; `null` if a table cannot be read or is too short. */
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

/** A requested transaction with the chain's data of its accounts. */
export interface ResolvedTransaction extends SolanaTransaction {
  /** Base64, as requested. */
  readonly text: string
  readonly accountMetas: readonly AccountMeta[]
  readonly instructions: readonly Instruction[]
  readonly decodedInstructions: readonly DecodedInstruction[]
  /** `true` if every account is known: no lookup table is unresolved. */
  readonly isWhole: boolean
  /** The current signers and writable accounts, with the first bytes of their data; `null` if no node responded. */
  readonly accounts: ReadonlyMap<string, SolanaAccount | null> | null
  /** The token accounts among them. */
  readonly holdings: ReadonlyMap<string, TokenAccount>
}

/** The bytes of an account that contain its owner and balance. Pools and order books have millions. */
const accountPrefixBytes = 300

/** Never fails: if no node responds, the result contains only the transaction's own data. */
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
  // The signer may be read-only, but its balance is needed.
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
