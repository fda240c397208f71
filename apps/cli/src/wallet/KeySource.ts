import { resolve } from "node:path"
import { Effect } from "effect"
import * as z from "zod/mini"
import { usageError } from "../failure/CliError.ts"
import type { KeyFlags } from "../plan/CommandPlan.ts"

/**
 * The source of a key. Only the source is stored:
 * key and password are read for each use.
 */
export type KeySource =
  /** The mnemonic that every development chain funds. `index` is the last part of m/44'/60'/0'/0/n. */
  | { readonly kind: "test"; readonly index: number }
  /** 32 bytes of hex, or a V3 keystore. Absolute paths, or `-` for stdin. `passwordFile` may be `null`. */
  | { readonly kind: "file"; readonly path: string; readonly passwordFile: string | null }

export const keySourceSchema = z.union([
  z.strictObject({ kind: z.literal("test"), index: z.int().check(z.minimum(0), z.maximum(0x7fffffff)) }),
  z.strictObject({ kind: z.literal("file"), path: z.string(), passwordFile: z.nullable(z.string()) }),
])

/** Returns the name of the wallet that a key makes. Its connector's id is the same for all, as in stored sessions. */
export const getWalletName = ({ kind }: KeySource): string =>
  kind === "test" ? "Dev wallet" : "Keys on this computer"

/** Returns the source to store, without a password from stdin: stdin differs in the next command. */
export const toPersistentSource = (source: KeySource): KeySource =>
  source.kind === "file" && source.passwordFile === "-" ? { ...source, passwordFile: null } : source

/** Returns an absolute path: the next command may run in another folder. */
const toAbsolutePath = (path: string): string => (path === "-" ? path : resolve(path))

/** Merges the flags with the stored source. `null` if there is neither. */
export const resolveKeySource = (flags: KeyFlags, remembered: KeySource | null) => {
  const path = flags.keyFile ?? flags.keystore
  const passwordFile = flags.passwordFile === null ? null : toAbsolutePath(flags.passwordFile)
  if (path === "-" && passwordFile === "-") {
    return Effect.fail(
      usageError("The key and the password cannot both come from stdin.", "--password-file <path>"),
    )
  }
  if (path !== null)
    return Effect.succeed<KeySource>({ kind: "file", path: toAbsolutePath(path), passwordFile })
  if (flags.account !== null) return Effect.succeed<KeySource>({ kind: "test", index: flags.account })
  return Effect.succeed(
    remembered?.kind === "file" && passwordFile !== null ? { ...remembered, passwordFile } : remembered,
  )
}
