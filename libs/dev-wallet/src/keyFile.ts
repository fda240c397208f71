import { sha256 } from "@noble/hashes/sha2.js"
import { base58, createBase58check } from "@scure/base"
import type { Hex } from "@wmodal/chains/internal"
import { Data, Effect } from "effect"
import * as z from "zod/mini"
import { decodeKeystore, type KeystoreError, type KeystoreV3 } from "./keystore.ts"

/** The content of a key file. */
export type KeyFile =
  | { readonly _tag: "PrivateKey"; readonly key: Hex }
  /** Needs a password. */
  | { readonly _tag: "Keystore"; readonly keystore: KeystoreV3 }
  /** 64 bytes, as `solana-keygen` writes them and wallets export them: the private half, then the public one. */
  | { readonly _tag: "SolanaKey"; readonly key: Uint8Array }
  | ({ readonly _tag: "BitcoinKey" } & WifKey)

/** A Bitcoin key with its network. */
export interface WifKey {
  /** 32 bytes. */
  readonly key: Uint8Array
  readonly network: "mainnet" | "testnet"
}

/**
 * Decodes a key file.
 * @param text of the file: for EVM, 32 bytes as hex, with or without 0x, or a V3 keystore as JSON; for Solana, 64
 * bytes as a JSON array or as base58; for Bitcoin, a WIF of a compressed key, also after `p2wpkh:` or `p2tr:`.
 */
export const decodeKeyFile = (text: string): Effect.Effect<KeyFile, KeyFileError | KeystoreError> => {
  const trimmed = text.trim()
  if (/^(0x)?[0-9a-f]{64}$/i.test(trimmed)) {
    return Effect.succeed({ _tag: "PrivateKey", key: `0x${trimmed.slice(-64).toLowerCase()}` })
  }
  const [, script = null, digits = ""] =
    /^(?:(p2[a-z]{2,4}(?:-p2[a-z]{2,4})?):)?([1-9A-HJ-NP-Za-km-z]{51,90})$/i.exec(trimmed) ?? []
  if (digits !== "") {
    if (script !== null && !signedScripts.includes(script.toLowerCase())) {
      return Effect.fail(new KeyFileError({ script: script.toLowerCase() }))
    }
    const file = decodeBase58File(digits)
    return file === null || (script !== null && file._tag !== "BitcoinKey")
      ? Effect.fail(new KeyFileError({ script: null }))
      : Effect.succeed(file)
  }
  return Effect.try({
    try: (): unknown => JSON.parse(trimmed),
    // The error of JSON.parse quotes the text.
    catch: () => new KeyFileError({ script: null }),
  }).pipe(
    Effect.flatMap((json): Effect.Effect<KeyFile, KeyFileError | KeystoreError> => {
      const bytes = toByteList(json)
      if (bytes === null) {
        return Effect.map(decodeKeystore(json), (keystore) => ({ _tag: "Keystore", keystore }))
      }
      return isKeyPair(bytes)
        ? Effect.succeed({ _tag: "SolanaKey", key: Uint8Array.from(bytes) })
        : Effect.fail(new KeyFileError({ script: null }))
    }),
  )
}

/** The scripts of the addresses that the Bitcoin signer has. Electrum and Sparrow write the script before the WIF. */
const signedScripts: readonly string[] = ["p2wpkh", "p2tr"]

const bufferSchema = z.object({ type: z.literal("Buffer"), data: z.array(z.unknown()) })

/** Returns the elements of an array, or of a Uint8Array or Buffer as JSON has it; `null` for any other value. */
const toByteList = (json: unknown): readonly unknown[] | null => {
  if (Array.isArray(json)) return json
  const buffer = bufferSchema.safeParse(json)
  if (buffer.success) return buffer.data.data
  if (typeof json !== "object" || json === null) return null
  const entries = Object.entries(json)
  return entries.length > 0 && entries.every(([name], at) => name === `${at}`)
    ? entries.map(([, byte]) => byte)
    : null
}

const isKeyPair = (bytes: readonly unknown[]): bytes is readonly number[] =>
  bytes.length === 64 &&
  bytes.every((byte) => typeof byte === "number" && Number.isInteger(byte) && byte >= 0 && byte <= 255)

const checked = createBase58check(sha256)

/** Base58 with a checksum is a WIF, without one a Solana key pair. */
const decodeBase58File = (text: string): KeyFile | null => {
  try {
    if (text.length > 52) {
      const key = base58.decode(text)
      return key.length === 64 ? { _tag: "SolanaKey", key } : null
    }
    const [version, ...rest] = checked.decode(text)
    const network = version === 0x80 ? "mainnet" : version === 0xef ? "testnet" : null
    // An uncompressed key, which ends after 32 bytes, has no segwit address.
    if (network === null || rest.length !== 33 || rest[32] !== 1) return null
    return { _tag: "BitcoinKey", key: Uint8Array.from(rest.slice(0, 32)), network }
  } catch {
    return null
  }
}

/** A file that contains no supported key. The error never quotes the file. */
export class KeyFileError extends Data.TaggedError("KeyFileError")<{
  /** The script of a Bitcoin key for addresses that are not supported, such as `p2pkh`; `null` for any other file. */
  readonly script: string | null
}> {
  override get message() {
    if (this.script !== null)
      return `The key file contains a key for ${this.script} addresses, which are not supported. Use a key of a p2wpkh or p2tr address.`
    return "The key file contains no key. EVM: 32 bytes as hex or a V3 keystore. Solana: 64 bytes as JSON or base58. Bitcoin: WIF of a compressed key."
  }
}
