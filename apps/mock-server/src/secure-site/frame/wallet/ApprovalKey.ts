import { Data, Effect } from "effect"

/** The key that signs what the user approves. The site knows its public part from the start of the sign-in. */
export interface ApprovalKey {
  /** A point of the curve P-256, uncompressed, in base64url. */
  readonly publicKey: string
  /** Returns the signature of a text in base64url. */
  readonly sign: (text: string) => Effect.Effect<string>
}

/** Opens the key of this name, and creates it when absent. */
export type OpenApprovalKey = (name: string) => Effect.Effect<ApprovalKey, KeyUnavailable>

/** The browser offers no keys, as on an insecure connection. */
export class KeyUnavailable extends Data.TaggedError("KeyUnavailable") {
  override get message() {
    return "This browser keeps no keys for the wallet on this connection. Use HTTPS or localhost."
  }
}

export const approvalKeyAlgorithm = { name: "ECDSA", namedCurve: "P-256" } as const

export const makeApprovalKey = async ({ privateKey, publicKey }: CryptoKeyPair): Promise<ApprovalKey> => ({
  publicKey: toBase64Url(await crypto.subtle.exportKey("raw", publicKey)),
  sign: (text) =>
    Effect.promise(async () =>
      toBase64Url(
        await crypto.subtle.sign(
          { name: "ECDSA", hash: "SHA-256" },
          privateKey,
          new TextEncoder().encode(text),
        ),
      ),
    ),
})

/** By the browser itself: the frame loads while the user waits. */
export const toBase64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")
