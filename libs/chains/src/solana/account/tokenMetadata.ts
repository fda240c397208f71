import { base58 } from "@scure/base"
import { programs } from "../program/programs.ts"
import { type ByteReader, makeByteReader } from "../wire/ByteReader.ts"
import type { SolanaAccount } from "./SolanaAccount.ts"
import { extensionTypes, findExtension } from "./tokenExtensions.ts"

/** A token's own names. Untrusted and not stripped. */
interface TokenNames {
  readonly name: string
  readonly symbol: string
}

/** Reads a Borsh string: its length in bytes, then UTF-8. Older programs pad it with zeros. */
const readBorshText = (reader: ByteReader): string =>
  new TextDecoder().decode(reader.bytes(reader.u32())).replace(/\0+$/, "")

const decodeNames = (
  data: Uint8Array,
  read: (reader: ByteReader) => TokenNames | null,
): TokenNames | null => {
  try {
    return read(makeByteReader(data))
  } catch {
    return null
  }
}

/** @param account the token's Metaplex account. Source: mpl-token-metadata, `Metadata`. */
export const decodeMetaplexNames = (account: SolanaAccount | null, token: string): TokenNames | null =>
  account?.program !== programs.metadata
    ? null
    : decodeNames(account.data, (reader) => {
        // Its kind and update authority.
        reader.bytes(1 + 32)
        return reader.address() === token
          ? { name: readBorshText(reader), symbol: readBorshText(reader) }
          : null
      })

/** Source: spl-token-metadata-interface, `TokenMetadata`. */
export const decodeMintNames = ({ data }: SolanaAccount): TokenNames | null =>
  decodeNames(findExtension(data, extensionTypes.metadata) ?? new Uint8Array(), (reader) => {
    // The update authority and the mint.
    reader.bytes(32 + 32)
    return { name: readBorshText(reader), symbol: readBorshText(reader) }
  })

/** Returns the account with a token's metadata, which may be the mint itself. `null` if it names none. */
export const metadataAddress = ({ data }: SolanaAccount): string | null => {
  const bytes = findExtension(data, extensionTypes.metadataPointer)
  const pointer = bytes?.length === 64 ? bytes.slice(32) : null
  return pointer?.some((byte) => byte !== 0) ? base58.encode(pointer) : null
}
