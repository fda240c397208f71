import { statSync } from "node:fs"
import { text } from "node:stream/consumers"
import {
  bitcoinStandardNetworks,
  decodeKeyFile,
  decryptKeystore,
  type KeyFile,
  type KeystoreV3,
  makeSignerFromKey,
  makeTestSigner,
  polkadotStandardNetworks,
  type SignerError,
  solanaStandardNetworks,
} from "@wmodal/dev-wallet"
import type { BitcoinSigner } from "@wmodal/dev-wallet/bitcoin"
import type { SolanaSigner } from "@wmodal/dev-wallet/solana"
import type { Namespace } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { type CliError, configError, usageError } from "../failure/CliError.ts"
import type { Context } from "../session/Context.ts"
import { readTextSync } from "../terminal/readInput.ts"
import type { ProcessFacts } from "../terminal/Terminal.ts"
import type { KeySource } from "./KeySource.ts"
import { chainTitles, type Keys } from "./Keys.ts"

/** Returns true if other users can read the file. Windows has no such mode bits. */
const isReadableByOthers = (mode: number): boolean => process.platform !== "win32" && (mode & 0o077) !== 0

const secretFileError = (what: string, path: string) => configError(`The ${what} ${path} could not be read.`)

/** The maximum size of a secret in bytes, more than any keystore. A wrong path must not fill the memory. */
const maxSecretBytes = 65_536

/**
 * Reads a file with a plain-text key or password that only its owner may read.
 * Fails if others can read it, as ssh does.
 * @param path `-` for stdin.
 */
const readSecret = Effect.fnUntraced(function* (
  what: "key file" | "password file",
  path: string,
  stdin: ProcessFacts["stdin"],
) {
  if (path === "-") {
    return yield* Effect.tryPromise({
      try: () => text(stdin),
      catch: () => secretFileError(what, "on stdin"),
    })
  }
  const { content, mode } = yield* readBounded(what, path)
  // A V3 keystore is encrypted, so its file mode does not matter.
  const isEncrypted = what === "key file" && isKeystore(content)
  if (isReadableByOthers(mode) && !isEncrypted) {
    return yield* configError(`The ${what} ${path} can be read by other users.`, `chmod 600 ${path}`)
  }
  return content
})

/** Reads a password. An empty file has none; a line break alone is an empty password. */
const readPassword = (path: string, stdin: ProcessFacts["stdin"]) =>
  Effect.filterOrFail(
    readSecret("password file", path, stdin),
    (content) => content !== "",
    () => configError(`The password file ${path === "-" ? "on stdin" : path} is empty.`),
  )

const isKeystore = (content: string) =>
  Result.match(Effect.runSync(Effect.result(decodeKeyFile(content))), {
    onSuccess: ({ _tag }) => _tag === "Keystore",
    onFailure: () => false,
  })

const readBounded = (what: string, path: string) =>
  Effect.suspend(() => {
    try {
      const { mode, size } = statSync(path)
      return size > maxSecretBytes
        ? Effect.fail(configError(`The ${what} ${path} is too large.`))
        : Effect.succeed({ content: readTextSync(path), mode })
    } catch {
      return Effect.fail(secretFileError(what, path))
    }
  })

type KeysDeps = Pick<Context, "facts" | "prompts" | "terminal">

/**
 * Opens the key of a chain from its source. Prompts for the password of a keystore if a prompt is possible.
 * Rejects a key of another chain.
 */
export const openKeys = Effect.fnUntraced(function* (
  source: KeySource,
  namespace: Namespace,
  context: KeysDeps,
): Effect.fn.Return<Keys, CliError> {
  if (source.kind === "test") return yield* makeTestKeys(source.index, namespace)
  const shown = source.path === "-" ? "stdin" : source.path
  const text = yield* readSecret("key file", source.path, context.facts.stdin)
  const file = yield* Effect.mapError(decodeKeyFile(text), ({ message }) =>
    configError(`${shown}: ${message}`),
  )
  const wanted = chainBySource[file._tag]
  if (wanted !== namespace) {
    return yield* configError(
      `${shown} contains a key for ${chainTitles[wanted]}, but you are connecting ${chainTitles[namespace]}.`,
      `--namespace ${wanted}`,
    )
  }
  const signerOf = <A>(made: Effect.Effect<A, SignerError>) =>
    Effect.mapError(made, ({ message }) => configError(`${shown}: ${message}`))
  switch (file._tag) {
    case "PrivateKey":
      return { namespace: "eip155", signer: yield* signerOf(makeSignerFromKey(file.key)) }
    case "Keystore": {
      const key = yield* openKeystore(file.keystore, shown, source, context)
      return { namespace: "eip155", signer: yield* signerOf(makeSignerFromKey(key)) }
    }
    case "SolanaKey": {
      const { makeSolanaSignerFromKey } = yield* lazySolanaWallet
      return yield* makeSolanaKeys(yield* signerOf(makeSolanaSignerFromKey(file.key)))
    }
    case "BitcoinKey": {
      const { makeBitcoinSignerFromKey } = yield* lazyBitcoinWallet
      return yield* makeBitcoinKeys(yield* signerOf(makeBitcoinSignerFromKey(file)))
    }
  }
})

/** The namespace of each key format. */
const chainBySource = {
  PrivateKey: "eip155",
  Keystore: "eip155",
  SolanaKey: "solana",
  BitcoinKey: "bip122",
} as const satisfies Readonly<Record<KeyFile["_tag"], Namespace>>

const lazyBitcoinWallet = Effect.promise(() => import("@wmodal/dev-wallet/bitcoin"))

const lazySolanaWallet = Effect.promise(() => import("@wmodal/dev-wallet/solana"))

const lazyPolkadotWallet = Effect.promise(() => import("@wmodal/dev-wallet/polkadot"))

const makeTestKeys = Effect.fnUntraced(function* (
  index: number,
  namespace: Namespace,
): Effect.fn.Return<Keys, CliError> {
  switch (namespace) {
    case "eip155":
      return { namespace, signer: makeTestSigner(index) }
    case "solana": {
      const { makeTestSolanaSigner } = yield* lazySolanaWallet
      return yield* makeSolanaKeys(makeTestSolanaSigner(index))
    }
    case "bip122": {
      const { makeTestBitcoinSigner } = yield* lazyBitcoinWallet
      return yield* makeBitcoinKeys(makeTestBitcoinSigner(index))
    }
    case "polkadot": {
      const { makePolkadotWalletChain, makeTestPolkadotSigner } = yield* lazyPolkadotWallet
      const signers = [makeTestPolkadotSigner(index)] as const
      return { namespace, side: makePolkadotWalletChain({ signers, networks: polkadotStandardNetworks }) }
    }
  }
})

/** Fails a node call: this wallet only signs, its engine broadcasts. */
const failWithoutNode = () => Effect.die(new Error("A sign-only wallet sent a transaction."))

const makeSolanaKeys = (signer: SolanaSigner): Effect.Effect<Keys> =>
  Effect.map(lazySolanaWallet, ({ makeSolanaWalletChain }) => ({
    namespace: "solana",
    side: makeSolanaWalletChain({
      signers: [signer],
      networks: solanaStandardNetworks,
      rpc: failWithoutNode,
    }),
  }))

const makeBitcoinKeys = (signer: BitcoinSigner): Effect.Effect<Keys> =>
  Effect.map(lazyBitcoinWallet, ({ makeBitcoinWalletChain }) => ({
    namespace: "bip122",
    side: makeBitcoinWalletChain({
      signers: [signer],
      networks: bitcoinStandardNetworks,
      rpc: failWithoutNode,
    }),
  }))

const openKeystore = Effect.fnUntraced(function* (
  keystore: KeystoreV3,
  shown: string,
  { passwordFile }: Extract<KeySource, { kind: "file" }>,
  { facts, prompts, terminal }: KeysDeps,
) {
  if (passwordFile === null && !terminal.asks) {
    return yield* usageError(
      "The keystore requires a password. Pass --password-file.",
      "--password-file <path>, - for stdin",
    )
  }
  const password =
    passwordFile === null
      ? yield* prompts.password(`Password of ${shown}`)
      : (yield* readPassword(passwordFile, facts.stdin)).replace(/\r?\n$/, "")
  return yield* Effect.mapError(
    prompts.during("Decrypting the keystore", decryptKeystore(keystore, password)),
    ({ message }) => configError(`${shown}: ${message}`),
  )
})
