import {
  addDecoderSizePrefix,
  type Decoder,
  getAddressDecoder,
  getStructDecoder,
  getU8Decoder,
  getU32Decoder,
  getUtf8Decoder,
  type ReadonlyUint8Array,
} from "@solana/kit"
import { programs } from "../program/programs.ts"
import type { SolanaAccount } from "./SolanaAccount.ts"
import { extensionTypes, findExtension } from "./tokenExtensions.ts"

/** A token's own names, without the zeros with which older programs pad them. Untrusted and not stripped. */
interface TokenNames {
  readonly name: string
  readonly symbol: string
}

const textDecoder = addDecoderSizePrefix(getUtf8Decoder(), getU32Decoder())

/** The update authority, the mint and the names: the rest is not needed. */
const metadataDecoder = getStructDecoder([
  ["authority", getAddressDecoder()],
  ["mint", getAddressDecoder()],
  ["name", textDecoder],
  ["symbol", textDecoder],
])

const metaplexDecoder = getStructDecoder([
  ["kind", getU8Decoder()],
  ["metadata", metadataDecoder],
])

/** The library throws for bytes that end too early. */
const decodeOrNull = <A>(decoder: Decoder<A>, data: ReadonlyUint8Array): A | null => {
  try {
    return decoder.decode(data)
  } catch {
    return null
  }
}

/** @param account the token's Metaplex account. Source: mpl-token-metadata, `Metadata`. */
export const decodeMetaplexNames = (account: SolanaAccount | null, token: string): TokenNames | null => {
  if (account?.program !== programs.metadata) return null
  const metadata = decodeOrNull(metaplexDecoder, account.data)?.metadata
  return metadata?.mint === token ? { name: metadata.name, symbol: metadata.symbol } : null
}

/** Source: spl-token-metadata-interface, `TokenMetadata`. */
export const decodeMintNames = ({ data }: SolanaAccount): TokenNames | null => {
  const metadata = decodeOrNull(
    metadataDecoder,
    findExtension(data, extensionTypes.metadata) ?? new Uint8Array(),
  )
  return metadata && { name: metadata.name, symbol: metadata.symbol }
}

/** Returns the account with a token's metadata, which may be the mint itself. `null` if it names none. */
export const metadataAddress = ({ data }: SolanaAccount): string | null => {
  const bytes = findExtension(data, extensionTypes.metadataPointer)
  const pointer = bytes?.length === 64 ? bytes.slice(32) : null
  return pointer?.some((byte) => byte !== 0) ? getAddressDecoder().decode(pointer) : null
}
