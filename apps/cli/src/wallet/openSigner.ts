import {
  decodeKeyFile,
  decryptKeystore,
  type KeystoreV3,
  type Signer,
  signerFromKey,
  testSigner,
} from "@wmodal/chains/dev"
import { Effect } from "effect"
import { type CliError, config, usage } from "../failure/CliError.ts"
import type { Context } from "../session/Context.ts"
import type { KeySource } from "./KeySource.ts"
import { readSecret } from "./readSecret.ts"

type Surroundings = Pick<Context, "facts" | "prompts" | "terminal">

/** Reads the key where it is to be found. Asks for the password of a keystore where a person is there to ask. */
export const openSigner = Effect.fnUntraced(function* (
  source: KeySource,
  context: Surroundings,
): Effect.fn.Return<Signer, CliError> {
  if (source.kind === "test") return testSigner(source.index)
  const shown = source.path === "-" ? "stdin" : source.path
  const text = yield* readSecret("key file", source.path, context.facts.stdin)
  const file = yield* Effect.mapError(decodeKeyFile(text), ({ message }) => config(`${shown}: ${message}`))
  const key = file._tag === "PrivateKey" ? file.key : yield* decrypt(file.keystore, shown, source, context)
  return yield* Effect.mapError(signerFromKey(key), ({ message }) => config(`${shown}: ${message}`))
})

const decrypt = Effect.fnUntraced(function* (
  keystore: KeystoreV3,
  shown: string,
  { passwordFile }: Extract<KeySource, { kind: "file" }>,
  { facts, prompts, terminal }: Surroundings,
) {
  if (passwordFile === null && !terminal.asks) {
    return yield* usage(
      "The keystore needs its password: --password-file.",
      "--password-file <path>, - for stdin",
    )
  }
  const password =
    passwordFile === null
      ? yield* prompts.password(`Password of ${shown}`)
      : (yield* readSecret("password file", passwordFile, facts.stdin)).replace(/\r?\n$/, "")
  return yield* Effect.mapError(
    prompts.during("Opening the keystore", decryptKeystore(keystore, password)),
    ({ message }) => config(`${shown}: ${message}`),
  )
})
