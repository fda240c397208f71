import { type Address, address, getAddressEncoder, none, some } from "@solana/kit"
import { AccountState, getMintEncoder, getTokenEncoder } from "@solana-program/token"

/** Bytes of accounts as token programs keep them. Sources: spl-token, spl-token-2022, mpl-token-metadata. */

/** `authority` may make more; `null`: nobody. */
export const encodeMint = (mint: {
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

export const encodeTokenAccount = (holding: {
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
export const encodeWithExtensions = (
  base: Uint8Array,
  kind: 1 | 2,
  extensions: readonly (readonly [type: number, data: Uint8Array])[],
): Uint8Array =>
  Buffer.concat([
    base,
    // What tells of extensions stands behind the longest account without.
    new Uint8Array(165 - base.length),
    Uint8Array.of(kind),
    ...extensions.flatMap(([type, data]) => [encodeU16(type), encodeU16(data.length), data]),
  ])

/** What a token keeps of each transfer: ten thousandths of it, and no more than `most`. `owner` may change and collect it. */
export const encodeTransferFee = (owner: Address, points: number, most: bigint) =>
  [
    1,
    Buffer.concat([
      encodeAddress(owner),
      encodeAddress(owner),
      encodeU64(0n),
      ...[0, 1].flatMap(() => [encodeU64(0n), encodeU64(most), encodeU16(points)]),
    ]),
  ] as const

/** What is kept of it in an account, until somebody collects it. */
export const withheldFeesExtension = [2, new Uint8Array(8)] as const

/** An associated account never changes hands. */
export const immutableOwnerExtension = [7, new Uint8Array()] as const

/** A mint that has its own name. */
export const encodeTokenMetadataExtension = (
  mint: Address,
  names: { readonly name: string; readonly symbol: string },
) =>
  [
    [18, Buffer.concat([new Uint8Array(32), encodeAddress(mint)])],
    [
      19,
      Buffer.concat([
        new Uint8Array(32),
        encodeAddress(mint),
        ...[names.name, names.symbol, ""].map(encodeText),
        encodeU32(0),
      ]),
    ],
  ] as const

/** What Metaplex's program keeps of a mint: the first fields, and zeros for the rest. */
export const encodeMetaplexMetadata = (
  mint: Address,
  owner: Address,
  names: { readonly name: string; readonly symbol: string },
): Uint8Array => {
  const bytes = Buffer.alloc(607)
  Buffer.concat([
    Uint8Array.of(4),
    encodeAddress(owner),
    encodeAddress(mint),
    encodePaddedText(names.name, 32),
    encodePaddedText(names.symbol, 10),
    encodePaddedText("", 200),
  ]).copy(bytes)
  return bytes
}

const encodeAddress = (of: Address) => new Uint8Array(getAddressEncoder().encode(of))

const encodeText = (words: string) => Buffer.concat([encodeU32(Buffer.byteLength(words)), Buffer.from(words)])

/** Metaplex's program fills texts up. */
const encodePaddedText = (words: string, length: number) => {
  const bytes = Buffer.alloc(length)
  bytes.write(words)
  return Buffer.concat([encodeU32(length), bytes])
}

const encodeU16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

const encodeU32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const encodeU64 = (value: bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
