import { readAll } from "./ByteReader.ts"
import { concatBytes, encodeLength } from "./encodeBytes.ts"

/** The signed content of a transaction. Addresses are base58. Source: Solana, transaction format. */
export interface SolanaMessage {
  readonly version: "legacy" | 0
  /** The number of signers, which are the first `accounts`. The very first pays. */
  readonly signers: number
  /** The number of read-only signers, which are the last of them. */
  readonly readonlySigners: number
  /** The number of other read-only accounts, which are the last `accounts`. */
  readonly readonlyOthers: number
  readonly accounts: readonly string[]
  readonly blockhash: string
  readonly instructions: readonly CompiledInstruction[]
  /** Further accounts by their index in on-chain lookup tables; empty in a legacy message. */
  readonly lookups: readonly TableLookup[]
}

/** Accounts by index: those of the message, then the writable ones of tables, then the read-only ones of tables. */
interface CompiledInstruction {
  readonly program: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
}

interface TableLookup {
  readonly table: string
  readonly writable: readonly number[]
  readonly readonly: readonly number[]
}

/** @returns `null` if the bytes are not a message, an index is out of range, or the version is not supported */
export const decodeMessage = (bytes: Uint8Array): SolanaMessage | null =>
  readAll(bytes, (reader): SolanaMessage | null => {
    const many = <A>(read: () => A): readonly A[] => Array.from({ length: reader.length() }, read)
    const first = reader.byte()
    if (first > 0x80) return null
    const version = first === 0x80 ? 0 : "legacy"
    const message: SolanaMessage = {
      version,
      signers: version === 0 ? reader.byte() : first,
      readonlySigners: reader.byte(),
      readonlyOthers: reader.byte(),
      accounts: many(reader.address),
      blockhash: reader.address(),
      instructions: many(() => ({
        program: reader.byte(),
        accounts: many(reader.byte),
        data: reader.bytes(reader.length()),
      })),
      lookups:
        version === 0
          ? many(() => ({
              table: reader.address(),
              writable: many(reader.byte),
              readonly: many(reader.byte),
            }))
          : [],
    }
    return isConsistent(message) ? message : null
  })

const isConsistent = ({
  accounts,
  instructions,
  lookups,
  readonlyOthers,
  readonlySigners,
  signers,
}: SolanaMessage) => {
  const looked = lookups.map(({ readonly, writable }) => readonly.length + writable.length)
  const count = looked.reduce((sum, some) => sum + some, accounts.length)
  return (
    count <= 256 &&
    // The fee payer is writable.
    readonlySigners < signers &&
    signers + readonlyOthers <= accounts.length &&
    new Set(accounts).size === accounts.length &&
    looked.every((some) => some > 0) &&
    instructions.every(
      // A program is never in a lookup table and never the fee payer.
      (one) =>
        one.program > 0 && one.program < accounts.length && one.accounts.every((account) => account < count),
    )
  )
}

export const encodeMessage = (message: SolanaMessage): Uint8Array<ArrayBuffer> =>
  concatBytes(
    message.version === 0 ? [0x80] : [],
    [message.signers, message.readonlySigners, message.readonlyOthers],
    encodeLength(message.accounts.length),
    ...message.accounts,
    message.blockhash,
    encodeLength(message.instructions.length),
    ...message.instructions.flatMap(({ accounts, data, program }) => [
      [program, ...encodeLength(accounts.length), ...accounts, ...encodeLength(data.length)],
      data,
    ]),
    ...(message.version === 0
      ? [
          encodeLength(message.lookups.length),
          ...message.lookups.flatMap(({ readonly, table, writable }) => [
            table,
            [...encodeLength(writable.length), ...writable, ...encodeLength(readonly.length), ...readonly],
          ]),
        ]
      : []),
  )
