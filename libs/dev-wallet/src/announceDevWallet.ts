import { announce } from "@wmodal/chains/announce"
import { Fetch, makeFetch, makeRpc, type Rpc } from "@wmodal/protocol"
import { Effect, Scope } from "effect"
import type { ApprovalRequest } from "./ApprovalRequest.ts"
import type { DevNetwork } from "./DevNetwork.ts"
import { makeDevWallet } from "./DevWallet.ts"
import { testSigner } from "./Signer.ts"

/** The options of `announceDevWallet`. */
export interface AnnouncedWallet {
  /** The first is selected at the start. Default: Ethereum without a node, which signs and cannot send. */
  readonly networks?: readonly [DevNetwork, ...DevNetwork[]]
  /** Answers a request of the page. Default: approves every request. */
  readonly approve?: (request: ApprovalRequest) => boolean | PromiseLike<boolean>
}

/** The members of a browser's global scope that the wallet uses. */
export interface WalletPage extends EventTarget {
  readonly location: { readonly origin: string }
  readonly localStorage: {
    readonly getItem: (key: string) => string | null
    readonly setItem: (key: string, value: string) => void
  }
}

const storageKey = "@wmodal/dev-wallet"

let uuid: string | undefined

/** One for each page load, however often the wallet is announced. */
const getUuid = (): string => (uuid ??= crypto.randomUUID())

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%23145c43'/%3E%3Cpath d='M16 13l-7 7 7 7m8-14 7 7-7 7' fill='none' stroke='%23fff' stroke-width='3' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E"

/**
 * Announces a wallet to the page as a browser extension does (EIP-6963), for examples and tests. Its two accounts are
 * those of the public test mnemonic. What it shared with the page is kept in `localStorage`, so that a reload finds the
 * page connected. On a server it does nothing.
 * @returns what ends the announcement
 */
export const announceDevWallet = (
  { networks = [ethereum], approve = () => true }: AnnouncedWallet = {},
  page: WalletPage | null = currentPage(),
): (() => void) => {
  if (page === null) return () => {}
  const scope = Effect.runSync(Scope.make())
  const nodes = new Map<string, Rpc>()
  const nodeOf = ({ rpcUrls }: DevNetwork): Rpc => {
    const key = rpcUrls.join(" ")
    const node =
      nodes.get(key) ??
      makeRpc({ tiers: [rpcUrls] }).pipe(
        Effect.provideService(Fetch, http),
        Effect.provideService(Scope.Scope, scope),
        Effect.runSync,
      )
    nodes.set(key, node)
    return node
  }
  const wallet = makeDevWallet({
    signers: [testSigner(0), testSigner(1)],
    networks,
    approve: (request) =>
      Effect.map(
        Effect.promise(async () => approve(request)),
        (isApproved) => (isApproved ? "approve" : "decline"),
      ),
    rpc: (network, method, params) => nodeOf(network).request(method, params),
    pin: (network) => nodeOf(network).pin,
    snapshot: readSnapshot(page),
  })
  wallet.subscribe((snapshot) => {
    try {
      page.localStorage.setItem(storageKey, JSON.stringify(snapshot))
    } catch {
      // Without storage the wallet forgets the page at the next load.
    }
  })
  return announce(page, wallet.provider(page.location.origin), {
    uuid: getUuid(),
    name: "Dev wallet",
    icon,
    rdns: "example.wmodal.dev",
  })
}

const ethereum: DevNetwork = { chainId: 1, name: "Ethereum", rpcUrls: [] }

const http = makeFetch((request, init) => fetch(request, init))

const readSnapshot = (page: WalletPage): unknown => {
  try {
    return JSON.parse(page.localStorage.getItem(storageKey) ?? "null")
  } catch {
    return null
  }
}

const currentPage = (): WalletPage | null => {
  const scope: object = globalThis
  return isPage(scope) ? scope : null
}

/** Reads no storage: where that is blocked, reading it throws. */
const isPage = (scope: object): scope is WalletPage =>
  "document" in scope && "location" in scope && "addEventListener" in scope
