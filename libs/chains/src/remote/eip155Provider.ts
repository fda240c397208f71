import { type CaipNetworkId, isSameAddress } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { accountsFrom } from "../evm/answers.ts"
import { caipOf, chainIdFrom, chainIdToHex } from "../evm/chainId.ts"
import type { Eip1193Provider } from "../evm/Eip1193Provider.ts"
import { connectingParams } from "../evm/guard/passing.ts"
import { invalid, ProviderError } from "../wallet/ProviderError.ts"
import { listFrom } from "../wallet/readList.ts"
import { member } from "../wallet/thrown.ts"
import type { Approval } from "./Approval.ts"
import { accountAsked } from "./accountAsked.ts"
import { isRead } from "./answeredHere.ts"
import { capabilitiesIn } from "./capabilitiesIn.ts"
import { unshared } from "./sharing.ts"
import type { Wire } from "./Wire.ts"

type Listener = (value: unknown) => void
type Event = "accountsChanged" | "chainChanged" | "disconnect"

/**
 * EIP-1193 over a session: who is there is answered by the session, what stands on the chain by the network's own nodes,
 * and the wallet is asked for the rest, as far as it has approved it.
 */
export const eip155Provider = (wire: Wire, approval: Approval): Eip1193Provider => {
  const listeners = new Map<string, Set<Listener>>()
  let silence: (() => void) | null = null
  let told: Told = none

  const current = (): CaipNetworkId => {
    const network = approval.network()
    if (network === null) throw new ProviderError(4900, "The wallet is not connected.")
    return network
  }
  const standing = (): Told => {
    const network = approval.network()
    return network === null ? none : { network, accounts: accountsFrom(approval.addresses(network)) ?? [] }
  }

  const tell = (event: Event, value: unknown) => {
    const those = [...(listeners.get(event) ?? [])]
    for (const listener of those) {
      try {
        listener(value)
      } catch (error) {
        // The page's own mistake: it must show there, and stop nobody else.
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }

  /** The network first: accounts are told on the one that was named last. */
  const tellChanges = () => {
    const [before, now] = [told, standing()]
    told = now
    if (now.network === null) {
      if (before.network !== null) tell("disconnect", new ProviderError(4900, "The session has ended."))
      return
    }
    if (now.network !== before.network) tell("chainChanged", chainIdToHex(idOf(now.network)))
    if (now.accounts.join() !== before.accounts.join()) tell("accountsChanged", [...now.accounts])
  }

  const read = async (method: string, params: unknown): Promise<unknown> => {
    const on = current()
    const network = wire.around.networks.find(({ caipNetworkId }) => caipNetworkId === on)
    if (network === undefined) throw new ProviderError(4901, "There is no node of this network.")
    if (params !== undefined && !Array.isArray(params)) throw invalid("params is no list.")
    const answer = await Effect.runPromise(Effect.result(wire.around.read(network, method, params ?? [])))
    if (Result.isSuccess(answer)) return answer.success
    const { message, reason } = answer.failure
    throw reason._tag === "Answered"
      ? new ProviderError(reason.code, reason.text)
      : new ProviderError(-32603, message)
  }

  const switchTo = async (params: unknown): Promise<unknown> => {
    const id = chainIdFrom(member(firstOf(params), "chainId"))
    if (id === null) throw invalid("chainId is no chain id.")
    const wanted = caipOf(id)
    if (approval.covers(wanted)) {
      await wire.moveTo?.(wanted)
      approval.use(wanted)
      return null
    }
    if (approval.now()?.methods.includes("wallet_switchEthereumChain") === false)
      throw new ProviderError(4902, "The wallet has not approved this network.")
    return approval.ask(current(), "wallet_switchEthereumChain", [{ chainId: chainIdToHex(id) }])
  }

  const capabilities = async (params: unknown): Promise<unknown> => {
    // What it can do with a batch is nothing where it takes none.
    if (approval.now()?.methods.includes("wallet_sendCalls") !== true) return {}
    const said = capabilitiesIn(wire.session()?.properties, firstOf(params))
    return said ?? approval.ask(current(), "wallet_getCapabilities", params)
  }

  const permissions = () => [
    {
      parentCapability: "eth_accounts",
      caveats: [{ type: "restrictReturnedAccounts", value: [...standing().accounts] }],
    },
  ]

  /** What was looked at for one account is never signed by another: many wallets use the one they are on, whoever is named. */
  const ask = (network: CaipNetworkId, method: string, params: unknown) => {
    const account = signing.has(method) ? accountAsked(method, params) : null
    if (account !== null && !approval.addresses(null).some((one) => isSameAddress(one, account)))
      throw unshared()
    return approval.ask(network, method, params)
  }

  const answer = (method: string, params: unknown): unknown => {
    switch (method) {
      case "eth_accounts":
      case "eth_requestAccounts":
        return [...standing().accounts]
      case "eth_coinbase":
        return standing().accounts[0] ?? null
      case "eth_chainId":
        return chainIdToHex(idOf(current()))
      case "net_version":
        return `${idOf(current())}`
      // The session is the permission. It ends as a whole, and not by a page's word.
      case "wallet_getPermissions":
      case "wallet_requestPermissions":
        return permissions()
      case "wallet_revokePermissions":
        if (connectingParams("wallet_requestPermissions", params) !== null)
          throw new ProviderError(4200, "A session is ended by disconnecting.")
        return approval.ask(current(), method, params)
      case "wallet_switchEthereumChain":
        return switchTo(params)
      case "wallet_getCapabilities":
        return capabilities(params)
      case "wallet_sendCalls":
        return ask(networkIn(params) ?? current(), method, params)
      default:
        if (isRead(method)) return read(method, params)
        if (isPlaced.has(method) && (networkIn(params) ?? current()) !== current())
          throw invalid("The wallet is used on another network than this one.")
        return ask(current(), method, params ?? [])
    }
  }

  /** As batches say it. Source: EIP-5792. */
  const networkIn = (params: unknown): CaipNetworkId | null => {
    const named = member(firstOf(params), "chainId")
    if (named === undefined || named === null) return null
    const id = chainIdFrom(named)
    if (id === null) throw invalid("chainId is no chain id.")
    if (!approval.covers(caipOf(id)))
      throw new ProviderError(5710, "The wallet has not approved this network.")
    return caipOf(id)
  }

  return {
    request: async ({ method, params }) => answer(method, params),
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

/** What listeners have been told last. */
interface Told {
  readonly network: CaipNetworkId | null
  readonly accounts: readonly string[]
}

const none: Told = { network: null, accounts: [] }

const isPlaced: ReadonlySet<string> = new Set(["eth_sendTransaction", "eth_signTransaction"])

const signing: ReadonlySet<string> = new Set([
  ...isPlaced,
  "wallet_sendCalls",
  "personal_sign",
  "eth_sign",
  "eth_signTypedData",
  "eth_signTypedData_v3",
  "eth_signTypedData_v4",
])

const firstOf = (params: unknown): unknown => listFrom(params, 1)?.[0]

const idOf = (network: CaipNetworkId): number => Number(network.slice("eip155:".length))
