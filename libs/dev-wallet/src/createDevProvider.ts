import { Fetch, makeFetch, makeRpc, type Rpc } from "@wmodal/protocol"
import { Effect, Scope } from "effect"
import type { ApprovalRequest } from "./ApprovalRequest.ts"
import type { DevNetwork } from "./DevNetwork.ts"
import type { DevProvider } from "./DevProvider.ts"
import { makeDevWallet } from "./DevWallet.ts"
import { answerProviderAs } from "./profiles/answerProviderAs.ts"
import { evmProfiles } from "./profiles/evmProfiles.ts"
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
  /**
   * Answers like this real wallet: its codes, texts, shapes and order of events. A name of a profile, such as
   * `metamask`, `rabby` or `trust`. Default: the plain words of EIP-1193.
   */
  readonly profile?: string
}

/** The members of `localStorage` that the wallet uses. */
export interface DevWalletStorage {
  readonly getItem: (key: string) => string | null
  readonly setItem: (key: string, value: string) => void
}

/**
 * Makes the EIP-1193 provider of a wallet that has the first two accounts of the public test mnemonic.
 * For tests: pass it to viem's `custom` transport, or to a dApp in place of `window.ethereum`. Throws for a profile that
 * does not exist.
 */
export const createDevProvider = ({
  networks = [ethereum],
  approve = () => true,
  origin = globalThis.location?.origin ?? "http://localhost",
  profile,
  storage,
}: DevProviderOptions = {}): DevProvider => {
  const found = evmProfiles.find(({ id }) => id === profile)
  if (profile !== undefined && found === undefined)
    throw new Error(
      `No EVM wallet profile is named "${profile}". There are: ${evmProfiles.map(({ id }) => id).join(", ")}.`,
    )
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
  const provider = wallet.provider(origin)
  return found === undefined
    ? provider
    : answerProviderAs(provider, { profile: found, isLocked: () => wallet.snapshot().locked }).provider
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
