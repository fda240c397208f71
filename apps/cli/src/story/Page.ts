import { type Engine, type EngineError, type Flows, makeEngine, Platform, Storage } from "@wmodal/core"
import type { FrameHost } from "@wmodal/frame-rpc/host"
import type { Fetch } from "@wmodal/protocol"
import { walletConnect } from "@wmodal/walletconnect"
import { Effect, Exit, Scope } from "effect"
import { makeChains } from "../session/chains.ts"
import { mapStorage } from "../session/mapStorage.ts"
import { terminalDevice } from "../session/terminalDevice.ts"
import { metadata } from "../settings/metadata.ts"
import type { Settings } from "../settings/Settings.ts"
import type { StoryWallet } from "./openStoryWallet.ts"
import type { SiwxPage } from "./siwxPage.ts"

/** An open dApp page: an engine over the storage of the browser. */
export interface Page {
  readonly engine: Engine
  readonly flows: Flows
  /** Closes the page: its engine stops. */
  readonly close: Effect.Effect<void>
}

/** The storage and wallet that the pages of a story share. */
export interface Browser {
  readonly open: Effect.Effect<Page, EngineError, Fetch>
  /** Counts the sessions on the dApp's server. Fails with a text. */
  readonly countSessions: Effect.Effect<number, string>
}

/** Rejects: the wallet of this story is not in a frame. */
export const failWithoutFrameHost = () => Promise.reject(new Error("This story's wallet is not in a frame."))

/**
 * @param settings Its networks are the networks of the page, in their order.
 * @param frameHost Returns the host of the embedded wallet's frame, called for each page.
 * @param siwx The sign-in of the pages; `null` if they ask for no signature.
 */
export const makeBrowser = (
  settings: Settings,
  wallet: StoryWallet,
  frameHost: () => Promise<FrameHost> = failWithoutFrameHost,
  siwx: SiwxPage | null = null,
): Browser => {
  const held = new Map<string, string>()
  const walletConnectStorage = mapStorage(new Map())
  const watching = new Map<object, (key: string) => void>()

  const storageOf = (page: object): Storage["Service"] => {
    const tellOthers = (key: string) => {
      const others = [...watching].filter(([one]) => one !== page)
      for (const [, tell] of others) tell(key)
    }
    return {
      get: (key) => held.get(key) ?? null,
      set: (key, value) => {
        held.set(key, value)
        tellOthers(key)
      },
      remove: (key) => {
        held.delete(key)
        tellOthers(key)
      },
      watch: (listener) => {
        watching.set(page, listener)
        return () => watching.delete(page)
      },
    }
  }

  return {
    countSessions: siwx?.countSessions ?? Effect.fail("the page asks for no signature"),
    open: Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { endpoints, networks, nodes, projectId, swapRouters } = settings
      const engine = yield* makeEngine({
        projectId: projectId ?? "story",
        chains: makeChains(wallet()).filter(({ namespace }) =>
          networks.some((network) => network.chainNamespace === namespace),
        ),
        networks,
        ...(settings.network !== null && { defaultNetwork: settings.network }),
        endpoints,
        customRpcUrls: nodes,
        swapRouters,
        features: { addNetworks: true },
        walletConnect: walletConnect(),
        metadata,
        ...(siwx !== null && { siwx: siwx.plugin }),
      }).pipe(
        Effect.provideService(Storage, storageOf(scope)),
        Effect.provideService(Platform, {
          window: null,
          mobile: false,
          host: siwx?.host ?? null,
          device: terminalDevice,
          metadata: null,
          page: null,
          walletConnectStorage: () => Promise.resolve(walletConnectStorage),
          frameHost,
          name: "node",
          warn: () => {},
        }),
        Effect.provideService(Scope.Scope, scope),
      )
      yield* engine.ready
      const page: Page = { engine, flows: yield* engine.flows, close: Scope.close(scope, Exit.void) }
      return page
    }),
  }
}
