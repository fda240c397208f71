import { type Address, getAddressDecoder } from "@solana/kit"
import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import { fetchAccounts, type SolanaAccount } from "../account/SolanaAccount.ts"
import { decodeTokenAccount, type TokenAccount } from "../account/TokenAccount.ts"
import { programs } from "../program/programs.ts"
import {
  getWrittenAddresses,
  type Instruction,
  isUnresolved,
  toAccountMetas,
  toInstructions,
} from "../wire/Instruction.ts"
import { getLookups, type SolanaMessage } from "../wire/SolanaMessage.ts"
import type { SolanaTransaction } from "../wire/SolanaTransaction.ts"
import type { DecodedInstruction } from "./DecodedInstruction.ts"
import { decodeInstruction } from "./decodeInstruction.ts"

/** The offset of the addresses in a table. Source: Solana, address lookup tables. */
const tableHeaderBytes = 56

/** Fetches the accounts of a message. `isWhole` is `false` if a lookup table cannot be read or is too short. */
const fetchAccountMetas = (
  rpc: Rpc,
  message: SolanaMessage,
): Effect.Effect<{ readonly accountMetas: ReturnType<typeof toAccountMetas>; readonly isWhole: boolean }> => {
  const addresses = getLookups(message).map(({ lookupTableAddress }) => lookupTableAddress)
  if (addresses.length === 0) return Effect.succeed({ accountMetas: toAccountMetas(message), isWhole: true })
  return Effect.map(
    Effect.catch(fetchAccounts(rpc, addresses), () => Effect.succeed([])),
    (tables) => {
      const found = toAccountMetas(message, (table, index) =>
        getTableAddress(tables[addresses.indexOf(table)] ?? null, index),
      )
      const isWhole = !found.some(isUnresolved)
      return { accountMetas: isWhole ? found : toAccountMetas(message), isWhole }
    },
  )
}

const getTableAddress = (table: SolanaAccount | null, index: number): Address | null => {
  const at = tableHeaderBytes + index * 32
  return table?.program === programs.lookupTable && at + 32 <= table.data.length
    ? getAddressDecoder().decode(table.data, at)
    : null
}

/** A requested transaction with the chain's data of its accounts. */
export interface ResolvedTransaction extends SolanaTransaction {
  /** Base64, as requested. */
  readonly text: string
  /** The writable accounts that are known. */
  readonly written: readonly string[]
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
  const { accountMetas, isWhole } = yield* fetchAccountMetas(rpc, message)
  const instructions = toInstructions(message, accountMetas)
  const written = getWrittenAddresses(accountMetas)
  // The signer may be read-only, but its balance is needed.
  const told = [...new Set([from, ...written])]
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
    written,
    instructions,
    decodedInstructions: instructions.map(decodeInstruction),
    isWhole,
    accounts,
    holdings: new Map(
      [...(accounts ?? [])].flatMap(([address, account]) => {
        const held = decodeTokenAccount(account)
        return held === null ? [] : [[address, held] as const]
      }),
    ),
  }
})
