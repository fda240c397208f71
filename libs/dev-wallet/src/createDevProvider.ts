import { Fetch, makeFetch, makeRpc, type Rpc } from "@wmodal/protocol"
import { Effect, Scope } from "effect"
import type { ApprovalRequest } from "./ApprovalRequest.ts"
import type { DevNetwork } from "./DevNetwork.ts"
import type { DevProvider } from "./DevProvider.ts"
import { makeDevWallet } from "./DevWallet.ts"
import { makeTestSigner } from "./Signer.ts"

/** The options of a dev wallet without a host: every one has a default. */
export interface DevProviderOptions {
  /** The first is selected at the start. Default: Ethereum without a node, which signs and cannot send. */
  readonly networks?: readonly [DevNetwork, ...DevNetwork[]]
  /** Decides on a request of the dApp. Default: approves every request. */
  readonly approve?: (request: ApprovalRequest) => boolean | PromiseLike<boolean>
  /** The origin of the dApp, as requests name it. Default: the web page's own; `http://localhost` on a server. */
  readonly origin?: string
  /** The storage of the shared accounts, without keys. Default: no storage. */
  readonly storage?: DevWalletStorage
}

/** The members of `localStorage` that the wallet uses. */
export interface DevWalletStorage {
  readonly getItem: (key: string) => string | null
  readonly setItem: (key: string, value: string) => void
}

/**
 * Makes the EIP-1193 provider of a wallet that has the first two accounts of the public test mnemonic.
 * For tests: pass it to viem's `custom` transport, or to a dApp in place of `window.ethereum`.
 */
export const createDevProvider = ({
  networks = [ethereum],
  approve = () => true,
  origin = globalThis.location?.origin ?? "http://localhost",
  storage,
}: DevProviderOptions = {}): DevProvider => {
  const nodes = new Map<string, Rpc>()
  const nodeOf = ({ rpcUrls }: DevNetwork): Rpc => {
    const key = rpcUrls.join(" ")
    const node = nodes.get(key) ?? makeNode(rpcUrls)
    nodes.set(key, node)
    return node
  }
  const wallet = makeDevWallet({
    signers: [makeTestSigner(0), makeTestSigner(1)],
    networks,
    approve: (request) =>
      Effect.map(
        Effect.promise(async () => approve(request)),
        (isApproved) => (isApproved ? "approve" : "decline"),
      ),
    rpc: (network, method, params) => nodeOf(network).request(method, params),
    pin: (network) => nodeOf(network).pin,
    snapshot: loadSnapshot(storage),
  })
  wallet.subscribe((snapshot) => {
    try {
      storage?.setItem(storageKey, JSON.stringify(snapshot))
    } catch {
      // The permission is lost at the next load if the storage is full or blocked.
    }
  })
  return wallet.provider(origin)
}

const storageKey = "@wmodal/dev-wallet"

const ethereum: DevNetwork = { chainId: 1, name: "Ethereum", rpcUrls: [] }

const http = makeFetch((request, init) => fetch(request, init))

/** Lives as long as the web page or the process: the scope is never closed. */
const makeNode = (rpcUrls: readonly string[]): Rpc =>
  makeRpc({ tiers: [rpcUrls] }).pipe(
    Effect.provideService(Fetch, http),
    Effect.provideService(Scope.Scope, Effect.runSync(Scope.make())),
    Effect.runSync,
  )

const loadSnapshot = (storage: DevWalletStorage | undefined): unknown => {
  try {
    return JSON.parse(storage?.getItem(storageKey) ?? "null")
  } catch {
    return null
  }
}
