import { type CaipNetworkId, isSameAddress, isValidAddress } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { decodeChainId, toCaipNetworkId, toChainIdHex } from "../evm/chainId.ts"
import type { SessionProvider } from "../evm/Eip1193Provider.ts"
import { clonePermissionParams } from "../evm/guard/passthrough.ts"
import { decodeAccounts } from "../evm/walletResponses.ts"
import { decodeList } from "../wallet/decodeList.ts"
import { invalidParamsError, ProviderError } from "../wallet/ProviderError.ts"
import { readMember } from "../wallet/readMember.ts"
import { notSharedError } from "./accountSharing.ts"
import { decodeProperty } from "./decodeProperty.ts"
import { isLocalMethod, isReadMethod } from "./localMethods.ts"
import type { NamespaceSession } from "./NamespaceSession.ts"
import type { RemoteWallet } from "./RemoteWallet.ts"

/** Returns the requested signer; `null` if none is named. Source: EIP-1193, EIP-712, EIP-1474, EIP-5792. */
const requestedAccount = (method: string, params: unknown): string | null => {
  const [first, second] = decodeList(params, 2) ?? []
  const named = method === "personal_sign" ? second : (readMember(first, "from") ?? first)
  return typeof named === "string" && isValidAddress("eip155", named) ? named : null
}

/**
 * Returns an account's capabilities from the session, in the form of `wallet_getCapabilities`; `null` if it has none
 * for that account. Source: the AppKit 1.7.2 wire, EIP-5792.
 */
const getSessionCapabilities = (properties: unknown, account: unknown): unknown => {
  const said = decodeProperty(properties, "capabilities")
  if (typeof said !== "object" || said === null || typeof account !== "string") return null
  const address = Object.keys(said).find((key) => isSameAddress(key, account))
  return (address === undefined ? null : readMember(said, address)) ?? null
}

type ProviderListener = (value: unknown) => void

type ProviderEvent = "accountsChanged" | "chainChanged" | "disconnect"

/**
 * Makes an EIP-1193 provider over a session. Accounts come from the session, chain state from the network's own nodes,
 * and all other approved methods go to the wallet.
 */
export const eip155Provider = (wire: RemoteWallet, approval: NamespaceSession): SessionProvider => {
  const listeners = new Map<string, Set<ProviderListener>>()
  let silence: (() => void) | null = null
  let told: EmittedState = emptyState

  const current = (): CaipNetworkId => {
    const network = approval.network()
    if (network === null) throw new ProviderError(4900, "The wallet is not connected.")
    return network
  }
  const standing = (): EmittedState => {
    const network = approval.network()
    return network === null
      ? emptyState
      : { network, accounts: decodeAccounts(approval.addresses(network)) ?? [] }
  }

  const tell = (event: ProviderEvent, value: unknown) => {
    const those = [...(listeners.get(event) ?? [])]
    for (const listener of those) {
      try {
        listener(value)
      } catch (error) {
        // Listener errors are the dApp's own: they are reported there and must not affect other listeners.
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }

  /** Emits the network first, because listeners assign accounts to the last emitted one. */
  const tellChanges = () => {
    const [before, now] = [told, standing()]
    told = now
    if (now.network === null) {
      if (before.network !== null) tell("disconnect", new ProviderError(4900, "The session has ended."))
      return
    }
    if (now.network !== before.network) tell("chainChanged", toChainIdHex(toEvmChainId(now.network)))
    if (now.accounts.join() !== before.accounts.join()) tell("accountsChanged", [...now.accounts])
  }

  const read = async (method: string, params: unknown): Promise<unknown> => {
    const on = current()
    const network = wire.deps.networks.find(({ caipNetworkId }) => caipNetworkId === on)
    if (network === undefined) throw new ProviderError(4901, "No node is configured for this network.")
    if (params !== undefined && !Array.isArray(params))
      throw invalidParamsError("params is not a valid list.")
    const answer = await Effect.runPromise(Effect.result(wire.deps.read(network, method, params ?? [])))
    if (Result.isSuccess(answer)) return answer.success
    const { message, reason } = answer.failure
    throw reason._tag === "Answered"
      ? new ProviderError(reason.code, reason.text)
      : new ProviderError(-32603, message)
  }

  const switchTo = async (params: unknown): Promise<unknown> => {
    const id = decodeChainId(readMember(getFirstParam(params), "chainId"))
    if (id === null) throw invalidParamsError("chainId is not a valid chain ID.")
    const wanted = toCaipNetworkId(id)
    if (approval.covers(wanted)) {
      await wire.switchWalletTo?.(wanted)
      approval.use(wanted)
      return null
    }
    if (approval.getApproved()?.methods.includes("wallet_switchEthereumChain") === false)
      throw new ProviderError(4902, "The wallet has not approved this network.")
    return approval.request(current(), "wallet_switchEthereumChain", [{ chainId: toChainIdHex(id) }])
  }

  const capabilities = async (params: unknown): Promise<unknown> => {
    // A wallet without `wallet_sendCalls` has no batch capabilities.
    if (approval.getApproved()?.methods.includes("wallet_sendCalls") !== true) return {}
    const said = getSessionCapabilities(wire.session()?.properties, getFirstParam(params))
    return said ?? approval.request(current(), "wallet_getCapabilities", params)
  }

  const permissions = () => [
    {
      parentCapability: "eth_accounts",
      caveats: [{ type: "restrictReturnedAccounts", value: [...standing().accounts] }],
    },
  ]

  /**
   * Rejects a request for an account that is not shared: many wallets sign with their current one, regardless of the
   * parameter.
   */
  const ask = (network: CaipNetworkId, method: string, params: unknown) => {
    const account = signingMethods.has(method) ? requestedAccount(method, params) : null
    if (account !== null && !approval.addresses(null).some((one) => isSameAddress(one, account)))
      throw notSharedError()
    return approval.request(network, method, params)
  }

  const answer = (method: string, params: unknown): unknown => {
    switch (method) {
      case "eth_accounts":
      case "eth_requestAccounts":
        return [...standing().accounts]
      case "eth_coinbase":
        return standing().accounts[0] ?? null
      case "eth_chainId":
        return toChainIdHex(toEvmChainId(current()))
      case "net_version":
        return `${toEvmChainId(current())}`
      // The session is the permission. It ends as a whole, and not through a dApp request.
      case "wallet_getPermissions":
      case "wallet_requestPermissions":
        return permissions()
      case "wallet_revokePermissions":
        if (clonePermissionParams("wallet_requestPermissions", params) !== null)
          throw new ProviderError(4200, "Disconnect to end the session.")
        return approval.request(current(), method, params)
      case "wallet_switchEthereumChain":
        return switchTo(params)
      case "wallet_getCapabilities":
        return capabilities(params)
      case "wallet_sendCalls":
        return ask(networkIn(params) ?? current(), method, params)
      default:
        if (isReadMethod(method)) return read(method, params)
        if (networkBoundMethods.has(method) && (networkIn(params) ?? current()) !== current())
          throw invalidParamsError("The wallet is on another network.")
        return ask(current(), method, params ?? [])
    }
  }

  /** Decodes the network of a batch. Source: EIP-5792. */
  const networkIn = (params: unknown): CaipNetworkId | null => {
    const named = readMember(getFirstParam(params), "chainId")
    if (named === undefined || named === null) return null
    const id = decodeChainId(named)
    if (id === null) throw invalidParamsError("chainId is not a valid chain ID.")
    if (!approval.covers(toCaipNetworkId(id)))
      throw new ProviderError(5710, "The wallet has not approved this network.")
    return toCaipNetworkId(id)
  }

  return {
    request: async ({ method, params }) => answer(method, params),
    approves: (method) => isLocalMethod(method) || (approval.getApproved()?.methods.includes(method) ?? true),
    on: (event, listener) => {
      if (silence === null) {
        told = standing()
        silence = approval.listen(tellChanges)
      }
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener: (event, listener) => {
      listeners.get(event)?.delete(listener)
      if ([...listeners.values()].some(({ size }) => size > 0)) return
      silence?.()
      silence = null
    },
  }
}

/** The values that listeners received last. */
interface EmittedState {
  readonly network: CaipNetworkId | null
  readonly accounts: readonly string[]
}

const emptyState: EmittedState = { network: null, accounts: [] }

const networkBoundMethods: ReadonlySet<string> = new Set(["eth_sendTransaction", "eth_signTransaction"])

const signingMethods: ReadonlySet<string> = new Set([
  ...networkBoundMethods,
  "wallet_sendCalls",
  "personal_sign",
  "eth_sign",
  "eth_signTypedData",
  "eth_signTypedData_v3",
  "eth_signTypedData_v4",
])

const getFirstParam = (params: unknown): unknown => decodeList(params, 1)?.[0]

const toEvmChainId = (network: CaipNetworkId): number => Number(network.slice("eip155:".length))
