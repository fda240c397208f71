import {
  type AccountMeta,
  AccountRole,
  type Address,
  address,
  getAddressDecoder,
  isWritableRole,
} from "@solana/kit"
import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { TransferRejected } from "../../contract/ChainActions.ts"
import { fetchAccounts, type SolanaAccount } from "../account/SolanaAccount.ts"
import { concatBytes, encodeAddress, encodeU64 } from "../encodeBytes.ts"
import { makeTransferRejected } from "../failure.ts"
import { findProgramAddress, hookAccountsAddress } from "../program/programAddress.ts"

/** A transfer of a token whose issuer has a program called. */
export interface HookedTransfer {
  /** The issuer's program. */
  readonly program: Address
  readonly token: Address
  readonly source: Address
  readonly destination: Address
  readonly from: Address
  readonly to: Address
  /** Base units. */
  readonly amount: bigint
}

/** The first bytes of the instruction that the token program sends, and of the list of its accounts. */
const executeDiscriminator = Uint8Array.of(105, 37, 101, 197, 75, 251, 102, 26)

/** One entry: its kind, its configuration, and whether it signs and is written. */
const entrySize = 35
/** More would not fit into a transaction. */
const maxEntries = 30
const maxSeeds = 16
const maxSeedSize = 32

const addressSize = 32

/**
 * Returns the accounts that a transfer has to name for the issuer's program: those that the program lists, then itself
 * and its list. Rejects a list that cannot be read, and accounts that would have to sign.
 * Source: spl-transfer-hook-interface, spl-tlv-account-resolution.
 */
export const fetchHookAccounts = Effect.fnUntraced(function* (
  node: Rpc,
  transfer: HookedTransfer,
): Effect.fn.Return<readonly AccountMeta[], RpcError | TransferRejected> {
  const { amount, destination, from, program, source, to, token } = transfer
  const list = hookAccountsAddress({ program, token })
  const known = new Map<string, SolanaAccount | null>()
  const fetchData = Effect.fnUntraced(function* (at: Address) {
    if (!known.has(at)) known.set(at, (yield* fetchAccounts(node, [at]))[0] ?? null)
    const data = known.get(at)?.data ?? null
    // The payment opens the recipient's account before the program reads it.
    return data === null && at === destination ? concatBytes(token, to) : data
  })
  const call: Call = {
    program,
    data: concatBytes(executeDiscriminator, encodeU64(amount)),
    accounts: [source, token, destination, from, list].map((one) => ({
      address: one,
      role: AccountRole.READONLY,
    })),
  }
  const called = { address: program, role: AccountRole.READONLY } as const
  const stored = yield* fetchData(list)
  // A list that is named is read: without one, the program is called with nothing else.
  if (stored === null || stored.length === 0) return [called]
  const entries = readEntries(stored)
  if (entries === null) return yield* failUnreadable()
  const listed: AccountMeta[] = []
  for (const entry of entries) {
    const accounts = [...call.accounts, ...listed]
    const reads = toConfiguredReads(entry)
    const parts: Uint8Array[] = []
    for (const read of reads ?? []) {
      const part = yield* readPart(read, { ...call, accounts }, fetchData)
      if (part === null) return yield* failUnreadable()
      parts.push(part)
    }
    const found = reads === null ? null : toEntryAddress(entry, parts, { ...call, accounts })
    if (found === null) return yield* failUnreadable()
    if (entry.signs && found !== from)
      return yield* makeTransferRejected({
        _tag: "Reverts",
        text: `The token's issuer requires a further signature, of ${found}`,
      })
    // An account that is named before gets no further permission, as in the token program.
    const before = accounts.filter(({ address: one }) => one === found)
    const writes = entry.writes && (before.length === 0 || before.some(({ role }) => isWritableRole(role)))
    listed.push({ address: found, role: writes ? AccountRole.WRITABLE : AccountRole.READONLY })
  }
  return [...listed, called, { address: list, role: AccountRole.READONLY }]
})

const failUnreadable = () =>
  Effect.fail(
    makeTransferRejected({
      _tag: "Reverts",
      text: "The token's issuer has a program called, and the accounts that it needs cannot be read",
    }),
  )

/** The call that the token program makes. */
interface Call {
  readonly program: Address
  readonly data: Uint8Array
  readonly accounts: readonly AccountMeta[]
}

interface Entry {
  readonly kind: number
  readonly config: Uint8Array
  readonly signs: boolean
  readonly writes: boolean
}

/** Reads the list for this instruction from the account, whose parts have a discriminator and a length each. */
const readEntries = (data: Uint8Array): readonly Entry[] | null => {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  for (let at = 0; at + 12 <= data.length; ) {
    const size = view.getUint32(at + 8, true)
    const content = data.subarray(at + 12, at + 12 + size)
    if (content.length < size) return null
    if (executeDiscriminator.every((byte, index) => data[at + index] === byte)) return readList(content)
    at += 12 + size
  }
  return null
}

const readList = (content: Uint8Array): readonly Entry[] | null => {
  if (content.length < 4) return null
  const count = new DataView(content.buffer, content.byteOffset).getUint32(0, true)
  if (count > maxEntries || content.length < 4 + count * entrySize) return null
  return Array.from({ length: count }, (_, index) => {
    const entry = content.subarray(4 + index * entrySize, 4 + (index + 1) * entrySize)
    return {
      kind: entry[0] ?? 0,
      config: entry.subarray(1, 1 + addressSize),
      signs: entry[33] === 1,
      writes: entry[34] === 1,
    }
  })
}

/** Where a part of an address comes from. `account` is an index into the accounts of the call. */
type PartSource =
  | { readonly _tag: "Literal"; readonly bytes: Uint8Array }
  | { readonly _tag: "Data"; readonly at: number; readonly size: number }
  | { readonly _tag: "Address"; readonly account: number }
  | { readonly _tag: "Account"; readonly account: number; readonly at: number; readonly size: number }

/** What an entry's kind means. Above it, the rest is the index of the program whose address it is. */
const kinds = { literal: 0, ownAddress: 1, stored: 2, foreignAddress: 128 } as const

/** Returns the parts of an entry's address; `null` if its configuration is not known. */
const toConfiguredReads = ({ config, kind }: Entry): readonly PartSource[] | null => {
  if (kind === kinds.literal) return [{ _tag: "Literal", bytes: config }]
  if (kind === kinds.stored) return toStoredRead(config)
  return kind === kinds.ownAddress || kind >= kinds.foreignAddress ? toSeedReads(config) : null
}

/** The address is in the instruction's data, or in that of an account. */
const toStoredRead = ([form, first = 0, second = 0]: Uint8Array): readonly PartSource[] | null => {
  if (form === 1) return [{ _tag: "Data", at: first, size: addressSize }]
  return form === 2 ? [{ _tag: "Account", account: first, at: second, size: addressSize }] : null
}

const toSeedReads = (config: Uint8Array): readonly PartSource[] | null => {
  const reads: PartSource[] = []
  for (let at = 0; at < config.length && config[at] !== 0; ) {
    const [form, first, second, third] = config.subarray(at)
    if (form === 1 && first !== undefined && at + 2 + first <= config.length) {
      reads.push({ _tag: "Literal", bytes: config.subarray(at + 2, at + 2 + first) })
      at += 2 + first
    } else if (form === 2 && first !== undefined && second !== undefined) {
      reads.push({ _tag: "Data", at: first, size: second })
      at += 3
    } else if (form === 3 && first !== undefined) {
      reads.push({ _tag: "Address", account: first })
      at += 2
    } else if (form === 4 && first !== undefined && second !== undefined && third !== undefined) {
      reads.push({ _tag: "Account", account: first, at: second, size: third })
      at += 4
    } else return null
  }
  return reads.length > maxSeeds ? null : reads
}

const readPart = Effect.fnUntraced(function* (
  read: PartSource,
  { accounts, data }: Call,
  fetchData: (at: Address) => Effect.Effect<Uint8Array | null, RpcError>,
): Effect.fn.Return<Uint8Array | null, RpcError> {
  if (read._tag === "Literal") return read.bytes
  if (read._tag === "Data") return slice(data, read)
  const account = accounts[read.account]
  if (account === undefined) return null
  if (read._tag === "Address") return encodeAddress(account.address)
  const stored = yield* fetchData(account.address)
  return stored === null ? null : slice(stored, read)
})

/** Returns the whole part, or `null` if there is less. */
const slice = (data: Uint8Array, { at, size }: { readonly at: number; readonly size: number }) =>
  at + size > data.length ? null : data.slice(at, at + size)

const toEntryAddress = (
  { kind }: Entry,
  parts: readonly Uint8Array[],
  { accounts, program }: Call,
): Address | null => {
  if (kind === kinds.literal || kind === kinds.stored) {
    const [bytes] = parts
    return bytes === undefined ? null : getAddressDecoder().decode(bytes)
  }
  if (parts.some(({ length }) => length > maxSeedSize)) return null
  const owner = kind === kinds.ownAddress ? program : accounts[kind - kinds.foreignAddress]?.address
  return owner === undefined ? null : findProgramAddress(address(owner), parts)
}
