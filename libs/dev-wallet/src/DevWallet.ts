import { type Hex, toChainIdHex } from "@wmodal/chains/internal"
import type { StandardWallet } from "@wmodal/chains/standard"
import { type Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import { maxBatchRecords } from "./batch/BatchRecord.ts"
import type { DevNetwork } from "./DevNetwork.ts"
import { type DevProvider, type DevProviderConnection, makeDevProvider } from "./DevProvider.ts"
import type { DevWalletOptions } from "./DevWalletOptions.ts"
import { type DevWalletSnapshot, decodeDevWalletSnapshot, maxAddedNetworks } from "./DevWalletSnapshot.ts"
import { ProviderError } from "./ProviderError.ts"
import { makeRequestHandler, type RequestHandler } from "./requests.ts"
import type { ReviewedNetwork } from "./review/toWalletRequest.ts"
import { makeStandardWallet, type StandardWalletInfo } from "./standard/makeStandardWallet.ts"
import { makeWalletChains } from "./standard/makeWalletChains.ts"
import type { WalletChain } from "./standard/WalletChain.ts"
import { maxOrigins } from "./standard/WalletChainStates.ts"
import type { WalletAccess } from "./WalletAccess.ts"

/** A wallet without UI: it holds keys, requires approval before it acts, and is independent of any web page. */
export interface DevWallet {
  /**
   * Returns the EIP-1193 provider for one origin. Its events are `accountsChanged`, `chainChanged` and `disconnect`.
   */
  readonly provider: (origin: string) => DevProvider
  /** Returns its Solana and Bitcoin as a Wallet Standard wallet, for one origin. */
  readonly standard: (
    origin: string,
    face?: Partial<Pick<StandardWalletInfo, "icon" | "name">>,
  ) => StandardWallet
  /** Handles a request like `provider(origin).request`. Interruption withdraws the approval request. */
  readonly handle: RequestHandler
  readonly accounts: readonly Hex[]
  /** Its accounts on non-EVM chains, in the order of `sides`. */
  readonly sides: readonly WalletChain[]
  /** Returns every known network, added ones last. */
  readonly networks: () => readonly DevNetwork[]
  /** Returns the state to store. It contains no key. */
  readonly snapshot: () => DevWalletSnapshot
  /** Calls the listener after each change of the snapshot. Returns a function that unsubscribes it. */
  readonly subscribe: (listener: (snapshot: DevWalletSnapshot) => void) => () => void
  /** Locks the wallet: it shares no account and signs nothing until unlocked. */
  readonly lock: () => void
  readonly unlock: () => void
  /**
   * Selects an account by its address on any chain; each chain has its own selection. Returns `false` for an unknown
   * account.
   */
  readonly selectAccount: (account: string) => boolean
  /** Selects a network. Returns `false` for an unknown one. */
  readonly selectChain: (chainId: number) => boolean
  /** Revokes the permissions of this origin, and notifies it. */
  readonly disconnect: (origin: string) => void
}

/** A message is signed on every network of its chain, and asks no node. */
const unreachableNode: Rpc = {
  request: (method) =>
    Effect.fail(new RpcError({ method, host: "", reason: { _tag: "Unreachable", detail: "no node" } })),
  pin: Effect.suspend(() => Effect.succeed(unreachableNode)),
}

/** Creates a wallet with local keys. */
export const makeDevWallet = (options: DevWalletOptions): DevWallet => {
  const accounts = options.signers.map((signer) => signer.address)
  const lines = new Map<string, Set<DevProviderConnection>>()
  const subscribers = new Set<(snapshot: DevWalletSnapshot) => void>()
  let state = getInitialSnapshot(options)

  const networks = () => [...options.networks, ...state.added]
  const network = () => networks().find(({ chainId }) => chainId === state.chainId) ?? options.networks[0]
  const shared = (origin: string, { account, locked, origins }: DevWalletSnapshot = state): readonly Hex[] =>
    locked || !origins.includes(origin) ? [] : [account, ...accounts.filter((other) => other !== account)]

  /** The only way to change the state: every event follows from the difference. */
  const update = (change: Partial<Omit<DevWalletSnapshot, "v">>) => {
    const before = state
    state = { ...state, ...change }
    for (const [origin, members] of lines) {
      const now = shared(origin)
      const accountsDiffer = shared(origin, before).join() !== now.join()
      const standard = sides.shared(origin, state)
      const standardDiffers = getAddressesKey(sides.shared(origin, before)) !== getAddressesKey(standard)
      for (const { emit } of members) {
        if (before.chainId !== state.chainId) emit("chainChanged", toChainIdHex(state.chainId))
        if (accountsDiffer) emit("accountsChanged", [...now])
        if (standardDiffers) emit("standard:change", { accounts: standard })
      }
    }
    const told = [...subscribers]
    for (const subscriber of told) subscriber(state)
  }

  const rpc = (on: DevNetwork): Rpc => {
    const node: Rpc = {
      request: (method, params = []) => options.rpc(on, method, params),
      pin: Effect.suspend(() => Effect.succeed(node)),
    }
    return node
  }

  const nodeOf = (on: ReviewedNetwork): Rpc => {
    if (!("chain" in on)) return rpc(on)
    const side = options.sides?.find(({ networks: own }) => own.some(({ chain }) => chain === on.chain))
    return side?.nodeOf?.(on) ?? unreachableNode
  }
  const approve: WalletAccess["approve"] = (request) =>
    options.review === undefined
      ? options.approve(request)
      : Effect.flatMap(options.review(request, nodeOf), (review) =>
          options.approve(review === null ? request : { ...request, review }),
        )

  const sides = makeWalletChains({
    sides: options.sides ?? [],
    signOnly: options.features?.signOnly ?? false,
    approve,
    state: () => state,
    update: (change) => update(change),
  })

  const evm = makeRequestHandler({
    signers: options.signers,
    approve,
    rpc,
    pin: options.pin ?? ((on) => Effect.succeed(rpc(on))),
    network,
    networks,
    shared,
    locked: () => state.locked,
    selected: () => state.account,
    permit: (origin) =>
      update({
        locked: false,
        origins: [...state.origins.filter((other) => other !== origin), origin].slice(-maxOrigins),
      }),
    revoke: (origin) => update({ origins: state.origins.filter((other) => other !== origin) }),
    selectChain: (chainId) => update({ chainId }),
    tokens: (chainId) => options.tokens?.[chainId] ?? [],
    smartAccount: options.features?.smartAccount ?? false,
    bundles: () => state.bundles,
    keepBatch: (bundle) => update({ bundles: [...state.bundles, bundle].slice(-maxBatchRecords) }),
    forgetBatch: (bundle) => update({ bundles: state.bundles.filter((one) => one !== bundle) }),
    addNetwork: (added) => update({ added: [...state.added, added].slice(-maxAddedNetworks) }),
  })

  const handle: RequestHandler = (origin, method, params) =>
    sides.answer(origin, method, params) ?? evm(origin, method, params)

  const provider = (origin: string) => {
    const line = makeDevProvider((method, params) => handle(origin, method, params))
    lines.set(origin, (lines.get(origin) ?? new Set()).add(line))
    return line.provider
  }

  return {
    accounts,
    sides: options.sides ?? [],
    networks,
    handle,
    provider,
    standard: (origin, { icon = "data:image/gif;base64,R0lGODlhAQABAAAAACw=", name = "Dev wallet" } = {}) =>
      makeStandardWallet(provider(origin), { name, icon, chains: sides.chains, features: sides.features }),
    snapshot: () => state,
    subscribe: (listener) => {
      subscribers.add(listener)
      return () => subscribers.delete(listener)
    },
    lock: () => update({ locked: true }),
    unlock: () => update({ locked: false }),
    selectAccount: (wanted) => {
      const account = accounts.find((one) => one.toLowerCase() === wanted.toLowerCase())
      const chosen = sides.withSelected(wanted)
      if (account !== undefined) update({ account })
      if (chosen !== null) update({ sides: chosen })
      return account !== undefined || chosen !== null
    },
    selectChain: (chainId) => {
      const known = networks().some((one) => one.chainId === chainId)
      if (known) update({ chainId })
      return known
    },
    disconnect: (origin) => {
      update({
        origins: state.origins.filter((other) => other !== origin),
        ...(options.sides && { sides: sides.withoutOrigin(origin) }),
      })
      for (const { emit } of lines.get(origin) ?? []) {
        emit("disconnect", new ProviderError({ code: 4900, message: "The wallet ended the connection." }))
      }
    },
  }
}

/** Returns a comparison key: two lists with the same addresses are the same to a dApp. */
const getAddressesKey = (addresses: readonly { readonly address: string }[]) =>
  addresses.map(({ address }) => address).join()

/** A stored selection applies only while the wallet still has that account and network. */
const getInitialSnapshot = ({ networks, signers, snapshot }: DevWalletOptions): DevWalletSnapshot => {
  const fresh: DevWalletSnapshot = {
    v: 1,
    locked: false,
    account: signers[0].address,
    chainId: networks[0].chainId,
    origins: [],
    added: [],
    bundles: [],
  }
  const stored = decodeDevWalletSnapshot(snapshot) ?? fresh
  const added = stored.added.filter((one) => networks.every(({ chainId }) => chainId !== one.chainId))
  return {
    ...stored,
    added,
    account: signers.some(({ address }) => address === stored.account) ? stored.account : fresh.account,
    chainId: [...networks, ...added].some(({ chainId }) => chainId === stored.chainId)
      ? stored.chainId
      : fresh.chainId,
  }
}
