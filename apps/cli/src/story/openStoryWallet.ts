import type { Connector } from "@wmodal/chains"
import { fromBitcoinWallet } from "@wmodal/chains/bitcoin"
import { fromPolkadotWallet } from "@wmodal/chains/polkadot"
import { fromSolanaWallet } from "@wmodal/chains/solana"
import { type DevToken, makeDevConnector, makeScriptedApprover, makeTestSigner } from "@wmodal/dev-wallet"
import type { FrameHost } from "@wmodal/frame-rpc/host"
import type { PhoneControl, Story } from "@wmodal/mock-server"
import { type CaipNetworkId, type Fetch, toReference } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import { type CliError, guardError } from "../failure/CliError.ts"
import type { Context } from "../session/Context.ts"
import type { Settings } from "../settings/Settings.ts"
import { openKeys } from "../wallet/openKeys.ts"
import { openWallet } from "../wallet/openWallet.ts"
import { isTestNetwork } from "../wallet/publicTestKey.ts"
import { failWithoutFrameHost } from "./Page.ts"
import { makeLocalUser, makePhoneUser, type StoryUser } from "./StoryUser.ts"
import { storyOrigin } from "./storyOrigin.ts"

/** Returns connectors for a new page, without permissions of earlier pages. */
export type StoryWallet = () => readonly Connector[]

/** The wallet of a story, its user and its frame host. */
interface StoryWalletSetup {
  readonly wallet: StoryWallet
  readonly person: StoryUser
  readonly frameHost: () => Promise<FrameHost>
  /** Deletes the data of the secure site on this device. */
  readonly forget: Effect.Effect<void>
}

const noRemoteParts: Pick<StoryWalletSetup, "frameHost" | "forget"> = {
  frameHost: failWithoutFrameHost,
  forget: Effect.void,
}

/**
 * Opens the wallet of a story: the first accounts of the test mnemonic and a user who responds as the story defines.
 * A wallet on a phone has the same accounts, and the engine itself finds it.
 */
export const openStoryWallet = Effect.fnUntraced(function* (cast: {
  readonly story: Story
  readonly settings: Settings
  /** The phone of the story's world, `null` if there is none. */
  readonly phone: PhoneControl | null
  readonly context: Pick<Context, "facts" | "prompts" | "terminal">
}): Effect.fn.Return<StoryWalletSetup, CliError, Fetch | Scope.Scope> {
  const { context, phone, settings, story } = cast
  if (story.wallet === "phone" && phone !== null) {
    yield* Effect.promise(() => phone.smartAccount(story.smartAccount))
    return { wallet: () => [], person: makePhoneUser(phone), ...noRemoteParts }
  }
  if (story.wallet === "frame") {
    const { openFrameInNode } = yield* Effect.promise(() => import("@wmodal/mock-server/frame"))
    const person = makeScriptedApprover<unknown>()
    const kept = new Map<string, string>()
    const host = openFrameInNode({
      approve: (question) => Effect.map(person.approve(question), (answer) => answer === "approve"),
      storage: {
        read: (name) => kept.get(name) ?? null,
        write: (name, value) => kept.set(name, value),
        remove: (name) => kept.delete(name),
      },
    })
    return {
      wallet: () => [],
      person: makeLocalUser(person),
      frameHost: () => Promise.resolve(host),
      forget: Effect.sync(() => kept.clear()),
    }
  }
  const real = settings.networks.find((network) => !isTestNetwork(network, settings))
  if (real !== undefined)
    return yield* guardError(
      `A story uses a public test mnemonic, and ${real.name} (${real.caipNetworkId}) holds real money.`,
      "wmodal run <story.yaml> --mock",
    )
  const person = makeScriptedApprover()
  const { tokens } = yield* Effect.promise(() => import("@wmodal/mock-server"))
  const has = (namespace: string) => story.networks.some((network) => network.startsWith(`${namespace}:`))
  const sides = yield* Effect.forEach((["solana", "bip122", "polkadot"] as const).filter(has), (namespace) =>
    openKeys({ kind: "test", index: 0 }, namespace, context),
  )
  const chainIds = story.networks.filter((network) => network.startsWith("eip155:")).map(toChainId)
  const wallet = yield* openWallet({
    signer: makeTestSigner(0),
    settings,
    snapshot: null,
    approve: person.approve,
    // On Solana and Bitcoin the engine broadcasts, as for every wallet of the CLI.
    features: { smartAccount: story.smartAccount, signOnly: true },
    tokens: Object.fromEntries(chainIds.map((id) => [id, tokens satisfies readonly DevToken[]])),
    sides: sides.flatMap((keys) => ("signer" in keys ? [] : keys.side)),
  })
  const [chainId] = chainIds
  if (chainId !== undefined) wallet.selectChain(chainId)
  const connectors: StoryWallet = () => [
    makeDevConnector({ wallet, origin: storyOrigin }),
    ...(has("solana") ? [fromSolanaWallet(wallet.standard(storyOrigin))] : []),
    ...(has("bip122") ? [fromBitcoinWallet(wallet.standard(storyOrigin))] : []),
    ...(has("polkadot") ? [fromPolkadotWallet(wallet.standard(storyOrigin))] : []),
  ]
  return { wallet: connectors, person: makeLocalUser(person), ...noRemoteParts }
})

const toChainId = (network: CaipNetworkId) => Number(toReference(network))
