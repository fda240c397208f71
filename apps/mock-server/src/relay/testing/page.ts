import { bitcoin as bitcoinChain } from "@wmodal/chains/bitcoin"
import { evm } from "@wmodal/chains/evm"
import { solana as solanaChain } from "@wmodal/chains/solana"
import {
  makeWalletConnect,
  type PairingLink,
  type WalletConnect,
  type WalletConnectStorage,
} from "@wmodal/chains/walletconnect"
import { RpcError } from "@wmodal/protocol"
import { bitcoin, mainnet, optimism, solana } from "@wmodal/protocol/networks"
import { walletConnect as walletConnectClient } from "@wmodal/walletconnect"
import { Effect, type Scope } from "effect"

/** Creates the session storage of a page for the duration of a test. A second page on it acts as a reload. */
export const makePageStorage = (): WalletConnectStorage & { readonly held: ReadonlyMap<string, unknown> } => {
  const held = new Map<string, unknown>()
  return {
    held,
    getKeys: async () => [...held.keys()],
    getItem: async (key) => held.get(key),
    setItem: async (key, value) => {
      held.set(key, value)
    },
    removeItem: async (key) => {
      held.delete(key)
    },
  }
}

/** A page's WalletConnect with its recorded links and errors. */
export interface WalletConnectPage {
  readonly walletConnect: WalletConnect
  readonly links: readonly (PairingLink | null)[]
  readonly refusals: readonly string[]
  readonly warnings: readonly string[]
  /** Returns the next link that is shown. */
  readonly nextLink: () => Promise<PairingLink>
}

/** Opens a page's WalletConnect over a relay until the scope closes. Uses real time. */
export const openPage = (where: {
  readonly relay: string
  readonly projectId: string
  readonly storage?: WalletConnectStorage
}): Effect.Effect<WalletConnectPage, never, Scope.Scope> =>
  Effect.gen(function* () {
    const links: (PairingLink | null)[] = []
    const refusals: string[] = []
    const warnings: string[] = []
    const waiting = new Set<(link: PairingLink) => void>()
    const storage = where.storage ?? makePageStorage()
    const walletConnect = yield* makeWalletConnect({
      client: walletConnectClient(),
      projectId: where.projectId,
      relay: where.relay,
      metadata: { name: "A page", description: "", url: "https://page.example", icons: [] },
      networks: [mainnet, optimism, solana, bitcoin],
      chains: [evm(), solanaChain(), bitcoinChain()],
      storage: async () => storage,
      read: (_network, method) =>
        Effect.fail(new RpcError({ method, host: "", reason: { _tag: "NoEndpoint" } })),
      onLink: (link) => {
        links.push(link)
        if (link === null) return
        for (const resolve of waiting) resolve(link)
        waiting.clear()
      },
      onRelayRejection: (refusal) => {
        refusals.push(refusal)
      },
      warn: (text) => {
        warnings.push(text)
      },
    })
    return {
      walletConnect,
      links,
      refusals,
      warnings,
      nextLink: () => new Promise((resolve) => waiting.add(resolve)),
    }
  })
