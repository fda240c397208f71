import { Effect } from "effect"
import * as z from "zod/mini"
import {
  approvalKeyAlgorithm,
  KeyUnavailable,
  makeApprovalKey,
  type OpenApprovalKey,
  toBase64Url,
} from "../wallet/ApprovalKey.ts"
import type { FrameStorage } from "../wallet/FrameStorage.ts"

/** PKCS #8 and the public point, both in base64url. */
const StoredKey = z.tuple([z.string(), z.string()])

/**
 * Opens a key of a terminal, which keeps it next to the session's token: a process has no storage that hides a key from
 * its own user.
 */
export const makeStoredApprovalKey =
  (storage: FrameStorage): OpenApprovalKey =>
  (name) =>
    Effect.tryPromise({
      try: async () =>
        makeApprovalKey((await readKey(storage.read(name))) ?? (await createKey(storage, name))),
      catch: () => new KeyUnavailable(),
    })

const readKey = async (stored: string | null): Promise<CryptoKeyPair | null> => {
  const { data } = z.safeParse(StoredKey, stored?.split("."))
  if (data === undefined) return null
  const [privatePart, publicPart] = data.map((part) => Buffer.from(part, "base64url"))
  if (privatePart === undefined || publicPart === undefined) return null
  try {
    return {
      privateKey: await crypto.subtle.importKey("pkcs8", privatePart, approvalKeyAlgorithm, false, ["sign"]),
      publicKey: await crypto.subtle.importKey("raw", publicPart, approvalKeyAlgorithm, true, ["verify"]),
    }
  } catch {
    // The stored text is damaged. A new key requires a new sign-in.
    return null
  }
}

const createKey = async (storage: FrameStorage, name: string): Promise<CryptoKeyPair> => {
  const made = await crypto.subtle.generateKey(approvalKeyAlgorithm, true, ["sign", "verify"])
  const parts = [
    await crypto.subtle.exportKey("pkcs8", made.privateKey),
    await crypto.subtle.exportKey("raw", made.publicKey),
  ]
  storage.write(name, parts.map(toBase64Url).join("."))
  return made
}
