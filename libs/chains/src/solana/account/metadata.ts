import { base58 } from "@scure/base"
import { programs } from "../program/programs.ts"
import { type ByteReader, byteReader } from "../wire/ByteReader.ts"
import type { Account } from "./Account.ts"
import { extension, extensionIn } from "./extensions.ts"

/** What a token calls itself. From outside, and not stripped. */
interface Names {
  readonly name: string
  readonly symbol: string
}

/** Borsh: its length in bytes, then UTF-8; older programs fill it up with zeros. */
const text = (reader: ByteReader): string =>
  new TextDecoder().decode(reader.bytes(reader.u32())).replace(/\0+$/, "")

const attempt = (data: Uint8Array, read: (reader: ByteReader) => Names | null): Names | null => {
  try {
    return read(byteReader(data))
  } catch {
    return null
  }
}

/** @param account Metaplex's for this token. Source: mpl-token-metadata, `Metadata`. */
export const namesInMetaplex = (account: Account | null, token: string): Names | null =>
  account?.program !== programs.metadata
    ? null
    : attempt(account.data, (reader) => {
        // Its kind, and who may change it.
        reader.bytes(1 + 32)
        return reader.address() === token ? { name: text(reader), symbol: text(reader) } : null
      })

/** Source: spl-token-metadata-interface, `TokenMetadata`. */
export const namesInMint = ({ data }: Account): Names | null =>
  attempt(extensionIn(data, extension.metadata) ?? new Uint8Array(), (reader) => {
    // Who may change it, and the token itself.
    reader.bytes(32 + 32)
    return { name: text(reader), symbol: text(reader) }
  })

/** The account that a token says has its names: often itself. `null` where it says nothing. */
export const pointedTo = ({ data }: Account): string | null => {
  const bytes = extensionIn(data, extension.metadataPointer)
  const pointer = bytes?.length === 64 ? bytes.slice(32) : null
  return pointer?.some((byte) => byte !== 0) ? base58.encode(pointer) : null
}
