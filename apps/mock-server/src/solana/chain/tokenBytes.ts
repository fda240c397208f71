import { type Address, address, getAddressEncoder, none, some } from "@solana/kit"
import { AccountState, getMintEncoder, getTokenEncoder } from "@solana-program/token"

/** Account layouts of token programs. Sources: spl-token, spl-token-2022, mpl-token-metadata. */

/** Encodes a mint. `authority` may mint more; `null` when the supply is fixed. */
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

/** The length of a multisig account. An account with extensions is never of that length: two bytes are added. */
const multisigLength = 355

/** Appends extensions. `kind`: 1 for a mint, 2 for a token account. */
export const encodeWithExtensions = (
  base: Uint8Array,
  kind: 1 | 2,
  extensions: readonly (readonly [type: number, data: Uint8Array])[],
): Uint8Array => {
  const bytes = Buffer.concat([
    base,
    // Extension data begins after the length of the longest account without extensions.
    new Uint8Array(165 - base.length),
    Uint8Array.of(kind),
    ...extensions.flatMap(([type, data]) => [encodeU16(type), encodeU16(data.length), data]),
  ])
  return bytes.length === multisigLength ? Buffer.concat([bytes, new Uint8Array(2)]) : bytes
}

/** Encodes a transfer fee in basis points, capped at `most`. `owner` may change and withdraw it. */
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

/** The fees that an account withholds until the authority withdraws them. */
export const withheldFeesExtension = [2, new Uint8Array(8)] as const

/** The owner of an associated token account cannot change. */
export const immutableOwnerExtension = [7, new Uint8Array()] as const

/** Encodes the extension of a mint that stores its own name. */
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

/** Encodes the Metaplex metadata of a mint: the first fields, then zeros. */
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

/** Pads a text with zeros, as the Metaplex program does. */
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
