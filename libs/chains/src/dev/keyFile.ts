import { Data, Effect } from "effect"
import type { Hex } from "../evm/Hex.ts"
import { decodeKeystore, type KeystoreError, type KeystoreV3 } from "./keystore.ts"

/** What a key file holds. */
export type KeyFile =
  | { readonly _tag: "PrivateKey"; readonly key: Hex }
  /** Needs a password. */
  | { readonly _tag: "Keystore"; readonly keystore: KeystoreV3 }

/** @param text of the file: 32 bytes as hex, with or without 0x, or a V3 keystore as JSON. */
export const decodeKeyFile = (text: string): Effect.Effect<KeyFile, KeyFileError | KeystoreError> => {
  const trimmed = text.trim()
  if (/^(0x)?[0-9a-fA-F]{64}$/.test(trimmed)) {
    return Effect.succeed({ _tag: "PrivateKey", key: `0x${trimmed.slice(-64)}` })
  }
  return Effect.try({
    try: (): unknown => JSON.parse(trimmed),
    // What JSON.parse throws quotes the text.
    catch: () => new KeyFileError(),
  }).pipe(
    Effect.flatMap(decodeKeystore),
    Effect.map((keystore): KeyFile => ({ _tag: "Keystore", keystore })),
  )
}

/** Never quotes the file. */
export class KeyFileError extends Data.TaggedError("KeyFileError") {
  override get message() {
    return "The key file holds neither 32 bytes as hex nor a V3 keystore as JSON."
  }
}
