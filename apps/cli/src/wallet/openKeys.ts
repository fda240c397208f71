import {
  bitcoinStandardNetworks,
  decodeKeyFile,
  decryptKeystore,
  type KeyFile,
  type KeystoreV3,
  type SignerError,
  signerFromKey,
  solanaStandardNetworks,
  testSigner,
} from "@wmodal/dev-wallet"
import type { BitcoinSigner } from "@wmodal/dev-wallet/bitcoin"
import type { SolanaSigner } from "@wmodal/dev-wallet/solana"
import type { Namespace } from "@wmodal/protocol"
import { Effect } from "effect"
import { type CliError, config, usage } from "../failure/CliError.ts"
import type { Context } from "../session/Context.ts"
import type { KeySource } from "./KeySource.ts"
import { type Keys, titles } from "./Keys.ts"
import { readSecret } from "./readSecret.ts"

type Surroundings = Pick<Context, "facts" | "prompts" | "terminal">

/**
 * Reads the key of a chain where it is to be found. Asks for the password of a keystore where a person is there to ask.
 * A key that is of another chain is refused.
 */
export const openKeys = Effect.fnUntraced(function* (
  source: KeySource,
  namespace: Namespace,
  context: Surroundings,
): Effect.fn.Return<Keys, CliError> {
  if (source.kind === "test") return yield* testKeys(source.index, namespace)
  const shown = source.path === "-" ? "stdin" : source.path
  const text = yield* readSecret("key file", source.path, context.facts.stdin)
  const file = yield* Effect.mapError(decodeKeyFile(text), ({ message }) => config(`${shown}: ${message}`))
  const wanted = chainOf[file._tag]
  if (wanted !== namespace) {
    return yield* config(
      `${shown} holds a key of ${titles[wanted]}, and ${titles[namespace]} is to be connected.`,
      `--namespace ${wanted}`,
    )
  }
  const signerOf = <A>(made: Effect.Effect<A, SignerError>) =>
    Effect.mapError(made, ({ message }) => config(`${shown}: ${message}`))
  switch (file._tag) {
    case "PrivateKey":
      return { namespace: "eip155", signer: yield* signerOf(signerFromKey(file.key)) }
    case "Keystore": {
      const key = yield* decrypt(file.keystore, shown, source, context)
      return { namespace: "eip155", signer: yield* signerOf(signerFromKey(key)) }
    }
    case "SolanaKey": {
      const { solanaSignerFromKey } = yield* solanaCode
      return yield* solanaKeys(yield* signerOf(solanaSignerFromKey(file.key)))
    }
    case "BitcoinKey": {
      const { bitcoinSignerFromKey } = yield* bitcoinCode
      return yield* bitcoinKeys(yield* signerOf(bitcoinSignerFromKey(file)))
    }
  }
})

/** Which chain a key is of. */
const chainOf = {
  PrivateKey: "eip155",
  Keystore: "eip155",
  SolanaKey: "solana",
  BitcoinKey: "bip122",
} as const satisfies Readonly<Record<KeyFile["_tag"], Namespace>>

const bitcoinCode = Effect.promise(() => import("@wmodal/dev-wallet/bitcoin"))
const solanaCode = Effect.promise(() => import("@wmodal/dev-wallet/solana"))

const testKeys = Effect.fnUntraced(function* (
  index: number,
  namespace: Namespace,
): Effect.fn.Return<Keys, CliError> {
  switch (namespace) {
    case "eip155":
      return { namespace, signer: testSigner(index) }
    case "solana": {
      const { testSolanaSigner } = yield* solanaCode
      return yield* solanaKeys(testSolanaSigner(index))
    }
    case "bip122": {
      const { testBitcoinSigner } = yield* bitcoinCode
      return yield* bitcoinKeys(testBitcoinSigner(index))
    }
    case "polkadot":
      return yield* config(`The dev wallet has no account of ${titles[namespace]}.`)
  }
})
/** This wallet only signs: its engine reaches the nodes. */
const noNode = () => Effect.die(new Error("A wallet that only signs has sent something."))

const solanaKeys = (signer: SolanaSigner): Effect.Effect<Keys> =>
  Effect.map(solanaCode, ({ solanaSide }) => ({
    namespace: "solana",
    side: solanaSide({ signers: [signer], networks: solanaStandardNetworks, rpc: noNode }),
  }))

const bitcoinKeys = (signer: BitcoinSigner): Effect.Effect<Keys> =>
  Effect.map(bitcoinCode, ({ bitcoinSide }) => ({
    namespace: "bip122",
    side: bitcoinSide({ signers: [signer], networks: bitcoinStandardNetworks, rpc: noNode }),
  }))

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
