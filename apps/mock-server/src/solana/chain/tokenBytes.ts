import { type Address, address, getAddressEncoder, none, some } from "@solana/kit"
import { AccountState, getMintEncoder, getTokenEncoder } from "@solana-program/token"

/** Bytes of accounts as token programs keep them. Sources: spl-token, spl-token-2022, mpl-token-metadata. */

/** `authority` may make more; `null`: nobody. */
export const mintBytes = (mint: {
  readonly authority: string | null
  readonly supply: bigint
  readonly decimals: number
}): Uint8Array =>
  new Uint8Array(
    getMintEncoder().encode({
      mintAuthority: mint.authority === null ? none() : some(address(mint.authority)),
      supply: mint.supply,
      decimals: mint.decimals,
      isInitialized: true,
      freezeAuthority: none(),
    }),
  )

export const holdingBytes = (holding: {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
}): Uint8Array =>
  new Uint8Array(
    getTokenEncoder().encode({
      mint: address(holding.mint),
      owner: address(holding.owner),
      amount: holding.amount,
      delegate: none(),
      state: AccountState.Initialized,
      isNative: none(),
      delegatedAmount: 0n,
      closeAuthority: none(),
    }),
  )

/** `kind`: 1 a mint, 2 a token account. */
export const extended = (
  base: Uint8Array,
  kind: 1 | 2,
  extensions: readonly (readonly [type: number, data: Uint8Array])[],
): Uint8Array =>
  Buffer.concat([
    base,
    // What tells of extensions stands behind the longest account without.
    new Uint8Array(165 - base.length),
    Uint8Array.of(kind),
    ...extensions.flatMap(([type, data]) => [u16(type), u16(data.length), data]),
  ])

/** What a token keeps of each transfer: ten thousandths of it, and no more than `most`. `owner` may change and collect it. */
export const transferFee = (owner: Address, points: number, most: bigint) =>
  [
    1,
    Buffer.concat([
      bytesOf(owner),
      bytesOf(owner),
      u64(0n),
      ...[0, 1].flatMap(() => [u64(0n), u64(most), u16(points)]),
    ]),
  ] as const

/** What is kept of it in an account, until somebody collects it. */
export const keptFees = [2, new Uint8Array(8)] as const

/** An associated account never changes hands. */
export const ownedForEver = [7, new Uint8Array()] as const

/** A mint that has its own name. */
export const named = (mint: Address, names: { readonly name: string; readonly symbol: string }) =>
  [
    [18, Buffer.concat([new Uint8Array(32), bytesOf(mint)])],
    [
      19,
      Buffer.concat([new Uint8Array(32), bytesOf(mint), ...[names.name, names.symbol, ""].map(text), u32(0)]),
    ],
  ] as const

/** What Metaplex's program keeps of a mint: the first fields, and zeros for the rest. */
export const metadataBytes = (
  mint: Address,
  owner: Address,
  names: { readonly name: string; readonly symbol: string },
): Uint8Array => {
  const bytes = Buffer.alloc(607)
  Buffer.concat([
    Uint8Array.of(4),
    bytesOf(owner),
    bytesOf(mint),
    filled(names.name, 32),
    filled(names.symbol, 10),
    filled("", 200),
  ]).copy(bytes)
  return bytes
}

const bytesOf = (of: Address) => new Uint8Array(getAddressEncoder().encode(of))

const text = (words: string) => Buffer.concat([u32(Buffer.byteLength(words)), Buffer.from(words)])

/** Metaplex's program fills texts up. */
const filled = (words: string, length: number) => {
  const bytes = Buffer.alloc(length)
  bytes.write(words)
  return Buffer.concat([u32(length), bytes])
}

const u16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const u64 = (value: bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
