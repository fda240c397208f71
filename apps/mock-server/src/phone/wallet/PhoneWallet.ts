import type { Approval, ApprovalRequest, DevWallet } from "@wmodal/dev-wallet"
import { toNamespace, toReference } from "@wmodal/protocol"
import { Effect } from "effect"
import type { PhoneNetwork } from "../PhoneState.ts"
import { handleBitcoinRequest } from "./handleBitcoinRequest.ts"
import { handleEvmRequest } from "./handleEvmRequest.ts"
import { handlePolkadotRequest } from "./handlePolkadotRequest.ts"
import { handleSolanaRequest } from "./handleSolanaRequest.ts"
import { makeKeyedWallet, type WalletKeys } from "./makeKeyedWallet.ts"
import { otherNetworks, toStandardChain } from "./networks.ts"
import { unsupportedMethodError, type WalletResponse } from "./WalletResponse.ts"
import { type FetchHandler, makeWorldNodes } from "./WorldNodes.ts"

/** One request of a connected dApp. */
export interface AppRequest {
  /** The session's topic, which the wallet uses as the requester's origin. */
  readonly topic: string
  /** CAIP-2. */
  readonly chainId: string
  readonly method: string
  readonly params: unknown
}

/** The wallet of some keys. */
export interface PhoneWallet {
  readonly networks: () => readonly PhoneNetwork[]
  /** Returns the plain address on a network; `null` for unknown networks. */
  readonly getAddress: (chainId: string) => string | null
  /** @param moved called when the owner has approved a switch to another network */
  readonly handleRequest: (
    request: AppRequest,
    moved: (chainId: string) => Effect.Effect<void>,
  ) => WalletResponse
  /** Revokes the permissions of an ended session. */
  readonly forget: (topic: string) => void
  readonly smartAccount: () => boolean
  /** Sets the capabilities for later requests. */
  readonly setSmartAccount: (can: boolean) => void
}

export interface PhoneWalletOptions {
  readonly keys: WalletKeys
  readonly projectId: string
  /** The server's endpoints with its nodes. */
  readonly ask: FetchHandler
  /** Base URL of the server, which renders the token images. */
  readonly blockchain: string
  /** Prompts the owner. @param signal aborted when the requester is gone */
  readonly approve: (request: ApprovalRequest, signal: AbortSignal) => Promise<Approval>
}

/** The method of each chain that requests access to an account. */
const accountRequests: Readonly<Record<string, readonly [method: string, params: readonly unknown[]]>> = {
  eip155: ["eth_requestAccounts", []],
  solana: ["standard:connect", []],
  bip122: ["bitcoin:connect", [{ purposes: ["payment", "ordinals"] }]],
  polkadot: ["polkadot:connect", []],
}

export const makePhoneWallet = ({
  approve,
  ask,
  blockchain,
  keys,
  projectId,
}: PhoneWalletOptions): PhoneWallet => {
  const nodeOf = makeWorldNodes(projectId, ask)
  let smartAccount = true
  const made = (snapshot: unknown): DevWallet =>
    makeKeyedWallet({
      keys,
      nodeOf,
      blockchain,
      smartAccount,
      snapshot,
      // Access was approved with the session, so it needs no prompt.
      ask: async (request, signal) =>
        request._tag === "Connect" || request._tag === "ConnectAddresses"
          ? "approve"
          : approve(request, signal),
    })
  let wallet = made(null)
  /** By session and namespace. */
  const shared = new Map<string, Promise<unknown>>()

  const networks = (): readonly PhoneNetwork[] => [
    ...wallet.networks().map(({ chainId, name }) => ({ chainId: `eip155:${chainId}` as const, name })),
    ...otherNetworks,
  ]

  const addressOn = (chainId: string): string | null => {
    const namespace = toNamespace(chainId)
    if (namespace === "eip155") {
      const isKnown = networks().some((network) => network.chainId === chainId)
      return isKnown ? (wallet.accounts[0] ?? null) : null
    }
    const chain = toStandardChain(chainId)
    if (chain === undefined) return null
    const addresses = wallet.sides.flatMap(({ accounts }) => accounts[0].addresses)
    return addresses.find(({ chains }) => chains.includes(chain))?.address ?? null
  }

  const share = (topic: string, namespace: string) => {
    const how = accountRequests[namespace]
    const key = `${topic} ${namespace}`
    const sharedBefore = shared.get(key)
    if (how === undefined || sharedBefore !== undefined) return sharedBefore
    const sharingNow = Effect.runPromise(wallet.handle(topic, ...how))
    shared.set(key, sharingNow)
    return sharingNow
  }

  return {
    networks,
    getAddress: addressOn,
    handleRequest: ({ chainId, method, params, topic }, moved) =>
      Effect.gen(function* () {
        const [namespace, reference] = [toNamespace(chainId), toReference(chainId)]
        yield* Effect.promise(async () => share(topic, namespace))
        switch (namespace) {
          case "eip155": {
            const list = Array.isArray(params) ? params : []
            return yield* handleEvmRequest(wallet, { origin: topic, reference, method, params: list }, (to) =>
              moved(`eip155:${to}`),
            )
          }
          case "solana": {
            const address = addressOn(chainId) ?? ""
            return yield* handleSolanaRequest(wallet, { origin: topic, chainId, address, method, params })
          }
          case "bip122":
            return yield* handleBitcoinRequest(wallet, { origin: topic, chainId, method, params, nodeOf })
          case "polkadot": {
            const address = addressOn(chainId) ?? ""
            return yield* handlePolkadotRequest(wallet, { origin: topic, chainId, address, method, params })
          }
          default:
            return yield* unsupportedMethodError(method)
        }
      }),
    forget: (topic) => {
      wallet.disconnect(topic)
      for (const key of shared.keys()) if (key.startsWith(`${topic} `)) shared.delete(key)
    },
    smartAccount: () => smartAccount,
    setSmartAccount: (can) => {
      if (can === smartAccount) return
      smartAccount = can
      wallet = made(wallet.snapshot())
    },
  }
}
