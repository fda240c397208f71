import type { Hex } from "@wmodal/chains/internal"
import { Data, Effect } from "effect"
import { decrypt, type Keystore, toKey } from "ox/Keystore"
import * as z from "zod/mini"

/** scrypt takes 128 bytes times n times r. geth's default needs 256 MiB. */
const maxScryptBytes = 512 * 1024 * 1024
/** Four times the work of geth's default, 2^18 * 8 * 1. */
const maxScryptWork = 2 ** 23
const maxPbkdf2Rounds = 10_000_000

const hexSchema = (bytes: number) =>
  z.pipe(
    z.string().check(z.regex(/^(0x)?([0-9a-fA-F]{2})+$/), z.maxLength(bytes * 2 + 2)),
    z.transform((text) => text.replace(/^0x/, "")),
  )
const bytesSchema = (bytes: number) => hexSchema(bytes).check(z.refine((text) => text.length === bytes * 2))
const positive = z.int().check(z.minimum(1))
const powerOfTwo = z.int().check(
  z.minimum(2),
  z.refine((n) => Number.isInteger(Math.log2(n))),
)

const derived = { dklen: z.literal(32), salt: hexSchema(256) }
const envelope = {
  cipher: z.literal("aes-128-ctr"),
  ciphertext: bytesSchema(32),
  cipherparams: z.object({ iv: bytesSchema(16) }),
  mac: bytesSchema(32),
}

const shape = z.object({
  version: z.literal(3),
  id: z._default(z.string(), ""),
  crypto: z.discriminatedUnion("kdf", [
    z.object({
      ...envelope,
      kdf: z.literal("pbkdf2"),
      kdfparams: z.object({ ...derived, prf: z.literal("hmac-sha256"), c: positive }),
    }),
    z.object({
      ...envelope,
      kdf: z.literal("scrypt"),
      kdfparams: z.object({ ...derived, n: powerOfTwo, r: positive, p: positive }),
    }),
  ]),
})

/** An encrypted key. Source: Web3 Secret Storage, version 3. */
export type KeystoreV3 = z.infer<typeof shape>

/** Decodes a keystore. Fails with `NotAKeystore` or, before any work is done, `TooCostly`. */
export const decodeKeystore = (value: unknown): Effect.Effect<KeystoreV3, KeystoreError> => {
  const parsed = shape.safeParse(withPlainName(value))
  if (!parsed.success) return Effect.fail(new KeystoreError({ reason: "NotAKeystore" }))
  return isTooCostly(parsed.data.crypto)
    ? Effect.fail(new KeystoreError({ reason: "TooCostly" }))
    : Effect.succeed(parsed.data)
}

/** ethers and older programs write the member with a capital. */
const withPlainName = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "Crypto" in value && !("crypto" in value)
    ? { ...value, crypto: value.Crypto }
    : value

/** Decrypts a keystore in about a second. Fails with `WrongPassword`. */
export const decryptKeystore = (
  keystore: KeystoreV3,
  password: string,
): Effect.Effect<Hex, KeystoreError> => {
  const sealed: Keystore = keystore
  return Effect.try({
    // Not `toKeyAsync`: in ox 0.14 it ignores the r and p of scrypt.
    try: () => decrypt(sealed, toKey(sealed, { password })),
    // The MAC is the only check, so a changed file and a wrong password are indistinguishable.
    catch: () => new KeystoreError({ reason: "WrongPassword" }),
  })
}

const isTooCostly = (crypto: KeystoreV3["crypto"]): boolean => {
  if (crypto.kdf === "pbkdf2") return crypto.kdfparams.c > maxPbkdf2Rounds
  const { n, p, r } = crypto.kdfparams
  return 128 * n * r > maxScryptBytes || n * r * p > maxScryptWork
}

/** A keystore that cannot be opened. The error contains neither the password nor parts of the key. */
export class KeystoreError extends Data.TaggedError("KeystoreError")<{
  readonly reason: "NotAKeystore" | "TooCostly" | "WrongPassword"
}> {
  override get message() {
    switch (this.reason) {
      case "NotAKeystore":
        return "This is not a V3 keystore with scrypt or pbkdf2 and aes-128-ctr."
      case "TooCostly":
        return "This keystore requires more memory or time than wallets use."
      case "WrongPassword":
        return "The keystore password is wrong."
    }
  }
}
