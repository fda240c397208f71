import type { CaipNetworkId } from "@wmodal/protocol"
import { ConnectorError, type ConnectorReason } from "../../contract/ConnectorError.ts"
import type { Door, WalletReply } from "../../contract/Door.ts"
import { invalid, ProviderError } from "../../wallet/ProviderError.ts"
import { perDoor, throughDoor } from "../../wallet/throughDoor.ts"
import { reasonOf } from "../../wallet/thrown.ts"
import { callsIdFrom } from "../callsStatus.ts"
import { caipOf, chainIdFrom, chainIdToHex } from "../chainId.ts"
import type { Eip1193Provider } from "../Eip1193Provider.ts"
import { hashFrom } from "../quantity.ts"
import { hashNamedIn, outcomeOfThrown } from "../sendOutcome.ts"
import { connectingParams, passes } from "./passing.ts"
import { isObject, type Question } from "./Question.ts"
import { questionOf } from "./questionOf.ts"
import type { Json } from "./snapshot.ts"

type Listener = (value: unknown) => void

/** What a page gets of a wallet: nothing that the wallet could be asked by past the door. */
export interface GuardedProvider {
  readonly request: (call: { readonly method: string; readonly params?: unknown }) => Promise<unknown>
  readonly on: (event: string, listener: Listener) => GuardedProvider
  readonly removeListener: (event: string, listener: Listener) => GuardedProvider
}

/** One guarded provider for each door. */
export const doorway = (provider: Eip1193Provider, connectorId: string): ((door: Door) => GuardedProvider) =>
  perDoor((door) => guard(provider, connectorId, door))

const guard = (provider: Eip1193Provider, connectorId: string, door: Door): GuardedProvider => {
  /** What the wallet calls in a page's stead: it would call a page's own function as a method of itself. */
  const stand = new Map<string, Map<Listener, Listener>>()

  const guarded: GuardedProvider = Object.freeze<GuardedProvider>({
    request: async (call) => {
      // Each is read once: a second look might find another one.
      const { method, params } = readCall(call)
      if (passes(method)) return provider.request(params === undefined ? { method } : { method, params })
      const permitted = connectingParams(method, params)
      if (permitted !== null) return provider.request({ method, params: permitted })
      const question = questionOf(method, params)
      const { from, leaves, network, request } = question
      const ask = asking(provider, connectorId, question)
      return throughDoor(door, { namespace: "eip155", connectorId, request, from, network, leaves, ask })
    },
    on: (event, listener) => {
      const listeners = stand.get(event) ?? new Map<Listener, Listener>()
      stand.set(event, listeners)
      if (!listeners.has(listener)) {
        const told = (value: unknown) => listener(value)
        listeners.set(listener, told)
        provider.on?.(event, told)
      }
      return guarded
    },
    removeListener: (event, listener) => {
      const told = stand.get(event)?.get(listener)
      if (told !== undefined) {
        stand.get(event)?.delete(listener)
        provider.removeListener?.(event, told)
      }
      return guarded
    },
  })
  return guarded
}

const readCall = (call: unknown): { readonly method: string; readonly params: object | undefined } => {
  if (typeof call !== "object" || call === null) throw new ProviderError(-32600, "This is no request.")
  const { method, params }: { readonly method?: unknown; readonly params?: unknown } = call
  if (typeof method !== "string" || method === "" || method.length > 200) throw invalid("method is no name.")
  if (params === undefined || params === null) return { method, params: undefined }
  if (typeof params !== "object") throw invalid("params is neither a list nor an object.")
  return { method, params }
}

/** Asks once. What is thrown before the wallet has the question has not left. */
const asking = (provider: Eip1193Provider, connectorId: string, question: Question) => {
  const { leaves, method } = question
  const failed = (reason: ConnectorReason) => new ConnectorError({ connectorId, reason })
  let asked = false

  const given = (value: unknown): WalletReply => {
    const answer = { _tag: "Given", value } as const
    switch (leaves._tag) {
      case "Nothing":
        return { answer, outcome: { _tag: "Signed" } }
      case "Batch":
        return { answer, outcome: { _tag: "Taken", id: idIn(value) ?? leaves.id } }
      case "Transaction": {
        const hash = hashFrom(value)
        const malformed = failed({ _tag: "Malformed", what: method })
        return {
          answer,
          outcome:
            hash === null
              ? { _tag: "Unknown", hash: hashNamedIn(value), error: malformed }
              : { _tag: "Sent", hash },
        }
      }
    }
  }

  const thrown = (value: unknown): WalletReply => ({
    answer: { _tag: "Thrown", value },
    outcome:
      leaves._tag === "Transaction"
        ? outcomeOfThrown(value, connectorId)
        : { _tag: "NotSent", error: failed(reasonOf(value, method)) },
  })

  const unasked = (code: number, text: string): WalletReply => ({
    answer: { _tag: "Refused", code, text },
    outcome: { _tag: "NotSent", error: failed({ _tag: "Failed", code, text }) },
  })

  return async (network: CaipNetworkId): Promise<WalletReply> => {
    if (asked) return unasked(-32603, "The wallet was asked already.")
    asked = true
    let params = question.params
    try {
      const id = chainIdFrom(await provider.request({ method: "eth_chainId" }))
      if (id === null || caipOf(id) !== network) return unasked(4901, "The wallet is on another network.")
      params = paramsOn(question, id)
    } catch {
      return unasked(4900, "The wallet does not answer.")
    }
    try {
      return given(await provider.request({ method, params }))
    } catch (error) {
      return thrown(error)
    }
  }
}

const sending: ReadonlySet<string> = new Set([
  "eth_sendTransaction",
  "eth_signTransaction",
  "wallet_sendCalls",
])

/**
 * With the network that it was explained for, where the page names none: the page may have its wallet change the network
 * at any time, also between a look at it and the question.
 */
const paramsOn = ({ method, params }: Question, chainId: number): readonly Json[] => {
  const [asked, ...rest] = params
  return sending.has(method) && isObject(asked) && asked["chainId"] == null
    ? [{ ...asked, chainId: chainIdToHex(chainId) }, ...rest]
    : params
}

const idIn = (value: unknown): string | null => {
  try {
    return callsIdFrom(value)
  } catch {
    return null
  }
}
