import { decodeBase64 } from "@wmodal/chains/internal"
import type { StandardAccount, StandardWallet } from "@wmodal/chains/standard"
import * as z from "zod/mini"
import type { DevProvider } from "../DevProvider.ts"
import { toMessageParams, toPayloadParams, toPsbtParams, toTransactionParams } from "./pageInputs.ts"
import { bitcoinStandardNetworks, solanaStandardNetworks } from "./standardNetworks.ts"

/** The name, icon, chains and features of a Wallet Standard wallet. */
export interface StandardWalletInfo {
  readonly name: string
  /** A `data:` image. */
  readonly icon: string
  /** Those of Solana and Bitcoin where absent. */
  readonly chains?: readonly string[]
  /** The names of all supported features; those of Solana and Bitcoin where absent. */
  readonly features?: readonly string[]
}

const bytes = z.pipe(
  z.string(),
  z.transform((text, context) => {
    const decoded = decodeBase64(text)
    if (decoded === null) context.issues.push({ code: "custom", input: text, message: "not base64" })
    return decoded ?? new Uint8Array()
  }),
)

const account = z.object({
  address: z.string(),
  publicKey: bytes,
  chains: z.array(z.string()),
  purpose: z.optional(z.enum(["payment", "ordinals"])),
})
const accounts = z.object({ accounts: z.array(account) })
const description = z.object({ features: z.array(z.string()) })
const signature = z.object({ signedMessage: bytes, signature: bytes })
const hexSignature = z.object({ signature: z.string() })
const signedIn = z.extend(signature, { account })

const everyChain = [...solanaStandardNetworks, ...bitcoinStandardNetworks].map(({ chain }) => chain)

const everyFeature = [
  "standard:connect",
  "standard:disconnect",
  "standard:events",
  "solana:signMessage",
  "solana:signTransaction",
  "solana:signAndSendTransaction",
  "solana:signIn",
  "bitcoin:connect",
  "bitcoin:disconnect",
  "bitcoin:events",
  "bitcoin:signMessage",
  "bitcoin:signTransaction",
  "bitcoin:signAndSendTransaction",
]

type Inputs = readonly unknown[]

/**
 * Makes the non-EVM chains of a dev wallet available as a Wallet Standard wallet, over the connection that
 * carries its EIP-1193 provider. The wallet may be in another process: bytes are sent in base64. Source:
 * wallet-standard 1.1, `@solana/wallet-standard`, `@exodus/bitcoin-wallet-standard`.
 */
export const makeStandardWallet = (
  provider: DevProvider,
  { chains = everyChain, features: possible = everyFeature, icon, name }: StandardWalletInfo,
): StandardWallet => {
  let shared: readonly StandardAccount[] = []
  let has: readonly string[] = possible
  const listeners = new Map<string, Set<(change: object) => void>>()

  const accountFrom = ({ purpose, ...rest }: z.infer<typeof account>): StandardAccount => ({
    ...rest,
    features: has.filter((feature) => rest.chains.some((chain) => isOnSameChain(feature, chain))),
    ...(purpose && { purpose }),
  })
  const tell = (of: string, change: object) => {
    const standing = [...(listeners.get(of) ?? [])]
    for (const listener of standing) {
      try {
        listener(change)
      } catch (error) {
        // A listener's error is the dApp's: it must be visible there, and stop no other listener.
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
  const take = (value: unknown): readonly StandardAccount[] =>
    accounts.parse(value).accounts.map((one) => accountFrom(one))

  provider.on("standard:change", (change) => {
    const taken = accounts.safeParse(change)
    if (!taken.success) return
    shared = taken.data.accounts.map((one) => accountFrom(one))
    tell("standard", { accounts: shared })
    tell("bitcoin", {
      accounts: shared.filter(({ chains }) => chains.some((one) => isOnSameChain("bitcoin:", one))),
    })
  })

  const ask = (method: string, params: readonly unknown[]) => provider.request({ method, params })
  // Only the wallet itself knows which features it lacks.
  ask("standard:describe", []).then(
    (said) => {
      const described = description.safeParse(said)
      if (!described.success || described.data.features.join() === has.join()) return
      has = possible.filter((feature) => described.data.features.includes(feature))
      tell("standard", { features: features() })
    },
    () => {},
  )

  const connect = async (method: string, input: unknown) => {
    const given = take(await ask(method, [input]))
    const kept = shared.filter(({ address }) => given.every((one) => one.address !== address))
    const isNew = given.some(({ address }) => shared.every((one) => one.address !== address))
    shared = [...kept, ...given]
    if (isNew) tell("standard", { accounts: shared })
    return { accounts: given }
  }
  const on = (of: string) => (event: unknown, listener: (change: object) => void) => {
    if (event !== "change" || typeof listener !== "function") return () => {}
    listeners.set(of, (listeners.get(of) ?? new Set()).add(listener))
    return () => listeners.get(of)?.delete(listener)
  }

  /** Sends all inputs in one request, so that the user approves once. */
  const signing =
    <A>(method: string, encode: (input: unknown) => unknown, outputs: z.ZodMiniType<A>) =>
    async (...inputs: Inputs): Promise<readonly A[]> =>
      z.array(outputs).parse(await ask(method, [inputs.map(encode)]))
  const output = <Name extends string>(name: Name) => z.object({ [name]: bytes })
  const versions = { version: "1.0.0", supportedTransactionVersions: ["legacy", 0] } as const

  const all: Readonly<Record<string, object>> = {
    "standard:connect": {
      version: "1.0.0",
      connect: (input?: unknown) => connect("standard:connect", input),
    },
    "standard:disconnect": {
      version: "1.0.0",
      disconnect: async () => void (await ask("standard:disconnect", [])),
    },
    "standard:events": { version: "1.0.0", on: on("standard") },
    "solana:signMessage": {
      version: "1.1.0",
      signMessage: signing("solana:signMessage", toMessageParams, signature),
    },
    "solana:signTransaction": {
      ...versions,
      signTransaction: signing("solana:signTransaction", toTransactionParams, output("signedTransaction")),
    },
    "solana:signAndSendTransaction": {
      ...versions,
      signAndSendTransaction: signing(
        "solana:signAndSendTransaction",
        toTransactionParams,
        output("signature"),
      ),
    },
    "solana:signIn": {
      version: "1.0.0",
      signIn: async (...inputs: Inputs) => {
        const signed = z.array(signedIn).parse(await ask("solana:signIn", [inputs]))
        return signed.map((one) => ({ ...one, account: accountFrom(one.account) }))
      },
    },
    "bitcoin:connect": { version: "1.0.0", connect: (input: unknown) => connect("bitcoin:connect", input) },
    "bitcoin:disconnect": {
      version: "1.0.0",
      disconnect: async () => void (await ask("bitcoin:disconnect", [])),
    },
    "bitcoin:events": { version: "1.0.0", on: on("bitcoin") },
    "bitcoin:signMessage": {
      version: "1.0.0",
      signMessage: signing("bitcoin:signMessage", toMessageParams, signature),
    },
    "bitcoin:signTransaction": {
      version: "1.0.0",
      signTransaction: signing("bitcoin:signTransaction", toPsbtParams, output("signedPsbt")),
    },
    "bitcoin:signAndSendTransaction": {
      version: "1.0.0",
      signAndSendTransaction: signing(
        "bitcoin:signAndSendTransaction",
        toPsbtParams,
        z.object({ txId: z.string() }),
      ),
    },
    "polkadot:connect": { version: "1.0.0", connect: () => connect("polkadot:connect", null) },
    "polkadot:disconnect": {
      version: "1.0.0",
      disconnect: async () => void (await ask("polkadot:disconnect", [])),
    },
    "polkadot:signMessage": {
      version: "1.0.0",
      signMessage: signing("polkadot:signMessage", toMessageParams, hexSignature),
    },
    "polkadot:signTransaction": {
      version: "1.0.0",
      signTransaction: signing("polkadot:signTransaction", toPayloadParams, hexSignature),
    },
  }
  const features = () => Object.fromEntries(Object.entries(all).filter(([feature]) => has.includes(feature)))

  return Object.freeze({
    version: "1.0.0" as const,
    name,
    icon,
    chains,
    get features() {
      return features()
    },
    get accounts() {
      return shared
    },
  })
}

/** Reports that a feature belongs to the same chain type as a network. */
const isOnSameChain = (feature: string, chain: string): boolean =>
  feature.slice(0, feature.indexOf(":")) === chain.slice(0, chain.indexOf(":"))
