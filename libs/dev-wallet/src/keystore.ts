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
    z.string().check(z.regex(/^(?:0x)?(?:[0-9a-f]{2})+$/i), z.maxLength(bytes * 2 + 2)),
    z.transform((text) => text.replace(/^0x/i, "").toLowerCase()),
  )
const bytesSchema = (bytes: number) => hexSchema(bytes).check(z.refine((text) => text.length === bytes * 2))
const positive = z.int().check(z.minimum(1))
const powerOfTwo = z.int().check(
  z.minimum(2),
  z.refine((n) => Number.isInteger(Math.log2(n))),
)

/** The name of an algorithm, in any case. */
const algorithm = <Name extends string>(name: Name) =>
  z.pipe(
    z.string().check(z.refine((text) => text.toLowerCase() === name)),
    z.transform(() => name),
  )

const derived = { dklen: z.literal(32), salt: hexSchema(256) }
const envelope = {
  cipher: algorithm("aes-128-ctr"),
  // Older programs leave out the zeros at the start of a key.
  ciphertext: hexSchema(32),
  cipherparams: z.object({ iv: bytesSchema(16) }),
  mac: bytesSchema(32),
}

const shape = z.object({
  version: z.pipe(
    z.union([z.literal(3), z.literal("3")]),
    z.transform(() => 3 as const),
  ),
  // Without a use here. Some programs write null or a number.
  id: z.catch(z.string(), ""),
  crypto: z.union([
    z.object({
      ...envelope,
      kdf: algorithm("pbkdf2"),
      kdfparams: z.object({ ...derived, prf: algorithm("hmac-sha256"), c: positive }),
    }),
    z.object({
      ...envelope,
      kdf: algorithm("scrypt"),
      kdfparams: z.object({ ...derived, n: powerOfTwo, r: positive, p: positive }),
    }),
  ]),
})

/** An encrypted key. Source: Web3 Secret Storage, version 3. */
export type KeystoreV3 = z.infer<typeof shape>

/** Decodes a keystore. Fails with `NotAKeystore` or, before any work is done, `TooCostly`. */
export const decodeKeystore = (value: unknown): Effect.Effect<KeystoreV3, KeystoreError> => {
  const parsed = shape.safeParse(withLowerNames(value))
  if (!parsed.success) return Effect.fail(new KeystoreError({ reason: "NotAKeystore" }))
  return isTooCostly(parsed.data.crypto)
    ? Effect.fail(new KeystoreError({ reason: "TooCostly" }))
    : Effect.succeed(parsed.data)
}

/** The members that have members. */
const branches: readonly string[] = ["crypto", "cipherparams", "kdfparams"]

/**
 * Writes the names of members in lower case: ethers, MyEtherWallet and older programs begin `Crypto` with a capital.
 * Returns `null` for two members of one name, which programs read differently.
 */
const withLowerNames = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value
  const members = Object.entries(value).map(([name, member]): [string, unknown] => {
    const lower = name.toLowerCase()
    return [lower, branches.includes(lower) ? withLowerNames(member) : member]
  })
  return new Set(members.map(([name]) => name)).size < members.length ? null : Object.fromEntries(members)
}

/**
 * Decrypts a keystore in about a second. Fails with `WrongPassword`.
 * @param password as typed; with accents, its composed and its separate form are tried, too, as programs store either
 */
export const decryptKeystore = (
  keystore: KeystoreV3,
  password: string,
): Effect.Effect<Hex, KeystoreError> => {
  const sealed: Keystore = keystore
  const forms = [...new Set([password, password.normalize("NFKC"), password.normalize("NFKD")])]
  const attempts = forms.map((form) =>
    Effect.try({
      // Not `toKeyAsync`: in ox 0.14 it ignores the r and p of scrypt.
      try: (): Hex =>
        `0x${decrypt(sealed, toKey(sealed, { password: form }))
          .slice(2)
          .padStart(64, "0")}`,
      // The MAC is the only check, so a changed file and a wrong password are indistinguishable.
      catch: () => new KeystoreError({ reason: "WrongPassword" }),
    }),
  )
  return Effect.firstSuccessOf(attempts)
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
