import type { CaipNetworkId } from "@wmodal/protocol"
import { hasKey } from "@wmodal/protocol"
import { ConnectorError, type ConnectorReason } from "../../contract/ConnectorError.ts"
import type { RequestInterceptor, WalletResponse } from "../../contract/RequestInterceptor.ts"
import { cachePerInterceptor, interceptRequest } from "../../wallet/interceptRequest.ts"
import { invalidParamsError, ProviderError } from "../../wallet/ProviderError.ts"
import { readMember } from "../../wallet/readMember.ts"
import { errorCodes, errorMessages, toConnectorReason } from "../../wallet/walletErrors.ts"
import { decodeCallsId } from "../callsStatus.ts"
import { decodeChainId, toCaipNetworkId, toChainIdHex } from "../chainId.ts"
import type { Eip1193Provider, SessionProvider } from "../Eip1193Provider.ts"
import { findNamedHash, toSendOutcome } from "../evmSendOutcome.ts"
import { decodeAccounts } from "../walletResponses.ts"
import { decodeHash } from "../wireSchemas.ts"
import { parseBatchRequest } from "./batchRequest.ts"
import { cloneRequest, type RequestJson } from "./cloneRequest.ts"
import { type GuardedRequest, isJsonList, isJsonObject, readOwn, unknownRequest } from "./GuardedRequest.ts"
import { isEmpty } from "./lenient.ts"
import { toPlainNetworkParams } from "./networkParams.ts"
import { clonePermissionParams, isPassthrough } from "./passthrough.ts"
import { parseFirstTypedDataRequest, parseMessageRequest, parseTypedDataRequest } from "./signatureRequest.ts"
import { parseTransactionRequest } from "./transactionRequest.ts"

/** Parses a request. Throws a `ProviderError` if it is invalid or ambiguous: then it is not sent to the wallet. */
export const parseGuardedRequest = (method: string, given: unknown): GuardedRequest => {
  const copied = cloneRequest(given ?? [])
  // Params by name cannot be decoded.
  if (!isJsonList(copied)) return unknownRequest(method, [copied])
  switch (method) {
    case "eth_sendTransaction":
    case "eth_signTransaction":
      return parseTransactionRequest(method, copied)
    case "wallet_sendCalls":
      return parseBatchRequest(method, copied)
    case "eth_signTypedData":
    case "eth_signTypedData_v1":
      return parseFirstTypedDataRequest(method, copied)
    case "eth_signTypedData_v3":
    case "eth_signTypedData_v4":
      return parseTypedDataRequest(method, copied)
    case "personal_sign":
      return parseMessageRequest(method, copied)
    case "eth_decrypt":
    case "eth_getEncryptionPublicKey":
      // What a wallet would decrypt is a secret that no review shows.
      throw new ProviderError(4200, `${method} is not supported.`)
    default:
      return unknownRequest(method, copied)
  }
}

type GuardListener = (value: unknown) => void

/** The provider that a dApp receives: no method bypasses the interceptor. */
export interface GuardedProvider {
  readonly request: (call: { readonly method: string; readonly params?: unknown }) => Promise<unknown>
  readonly on: (event: string, listener: GuardListener) => GuardedProvider
  readonly removeListener: (event: string, listener: GuardListener) => GuardedProvider
}

/** Returns the guarded provider of an interceptor, one per interceptor. */
export const guardProvider = (
  provider: Eip1193Provider | SessionProvider,
  connectorId: string,
): ((door: RequestInterceptor) => GuardedProvider) =>
  cachePerInterceptor((door) => makeGuardedProvider(provider, connectorId, door))

const makeGuardedProvider = (
  provider: Eip1193Provider | SessionProvider,
  connectorId: string,
  door: RequestInterceptor,
): GuardedProvider => {
  /** Maps dApp listeners to wrappers, because a wallet would call a dApp's own function as a method of itself. */
  const stand = new Map<string, Map<GuardListener, GuardListener>>()

  const guarded: GuardedProvider = Object.freeze<GuardedProvider>({
    request: async (call) => {
      // Reads each member once, because a second read might return another value.
      const { method, params } = readCall(call)
      if (isPassthrough(method))
        return passOn(
          provider,
          params === undefined ? { method } : { method, params: toPlainNetworkParams(method, params) },
        )
      const permitted = clonePermissionParams(method, params)
      if (permitted !== null) return passOn(provider, { method, params: permitted })
      if (hasKey(provider, "approves") && !provider.approves(method))
        throw new ProviderError(4200, `The wallet has not approved ${method}.`)
      const question = parseGuardedRequest(method, await withSender(provider, method, params))
      const { from, submission, network, request } = question
      const ask = makeWalletRequest(provider, connectorId, question)
      return interceptRequest(door, {
        namespace: "eip155",
        connectorId,
        request,
        from,
        network,
        submission: submission,
        ask,
      })
    },
    on: (event, listener) => {
      const listeners = stand.get(event) ?? new Map<GuardListener, GuardListener>()
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

type WalletCall = Parameters<Eip1193Provider["request"]>[0]

/** Asks without a review. An async function, so that a wallet that throws rejects. */
const passOn = async (provider: Eip1193Provider | SessionProvider, call: WalletCall): Promise<unknown> => {
  try {
    return await provider.request(call)
  } catch (error) {
    throw toDappError(error, call.method)
  }
}

/** The standard codes of a refusal: dApps and their libraries look for them alone. Source: EIP-1193, EIP-5792. */
const refusalCodes: readonly unknown[] = [4001, 5750]

/**
 * Returns a wallet's error as a dApp reads it: a refusal in other codes or words gets 4001, with the wallet's own error
 * as its cause. For a switch, 5000 may mean an unknown network.
 */
const toDappError = (thrown: unknown, method: string): unknown => {
  const isOpen = errorCodes(thrown)[0] === 5000 && method === "wallet_switchEthereumChain"
  return isOpen ||
    refusalCodes.includes(readMember(thrown, "code")) ||
    toConnectorReason(thrown, method)._tag !== "Declined"
    ? thrown
    : new ProviderError(4001, errorMessages(thrown)[0] ?? "User rejected the request.", thrown)
}

const readCall = (call: unknown): { readonly method: string; readonly params: object | undefined } => {
  if (typeof call !== "object" || call === null)
    throw new ProviderError(-32600, "This is not a valid request.")
  const method = hasKey(call, "method") ? call.method : undefined
  const params = hasKey(call, "params") ? call.params : undefined
  if (typeof method !== "string" || method === "" || method.length > 200)
    throw invalidParamsError("method is not a valid name.")
  if (params === undefined || params === null) return { method, params: undefined }
  if (typeof params !== "object") throw invalidParamsError("params is neither a list nor an object.")
  return { method, params }
}

/** Sends the request once. An error before the wallet has the request means that no transaction was sent. */
const makeWalletRequest = (provider: Eip1193Provider, connectorId: string, question: GuardedRequest) => {
  const { submission, method, request } = question
  // An unknown method may pay.
  const errorMethod = request._tag === "Other" ? "eth_sendTransaction" : method
  const failed = (reason: ConnectorReason) => new ConnectorError({ connectorId, reason })
  let asked = false

  const given = (value: unknown): WalletResponse => {
    const answer = { _tag: "Result", value } as const
    switch (submission._tag) {
      case "Nothing":
        return { answer, outcome: { _tag: "Signed" } }
      case "Batch":
        return { answer, outcome: { _tag: "Taken", id: decodeBatchId(value) ?? submission.id } }
      case "Transaction": {
        const hash = decodeHash(value)
        const malformed = failed({ _tag: "Malformed", what: method })
        return {
          answer,
          outcome:
            hash === null
              ? { _tag: "Unknown", hash: findNamedHash(value), error: malformed }
              : { _tag: "Sent", hash },
        }
      }
    }
  }

  const thrown = (value: unknown): WalletResponse => {
    const outcome: WalletResponse["outcome"] =
      submission._tag === "Transaction"
        ? toSendOutcome(value, connectorId)
        : { _tag: "NotSent", error: failed(toConnectorReason(value, method)) }
    // A dApp would offer a payment again that it takes for declined.
    const told = outcome._tag === "NotSent" ? toDappError(value, errorMethod) : value
    return { answer: { _tag: "WalletError", value: told }, outcome }
  }

  const unasked = (code: number, text: string): WalletResponse => ({
    answer: { _tag: "Rejected", code, text },
    outcome: { _tag: "NotSent", error: failed({ _tag: "Failed", code, text }) },
  })

  return async (network: CaipNetworkId): Promise<WalletResponse> => {
    if (asked) return unasked(-32603, "The request was already sent to the wallet.")
    asked = true
    let params = question.params
    try {
      const id = decodeChainId(await provider.request({ method: "eth_chainId" }))
      if (id === null || toCaipNetworkId(id) !== network)
        return unasked(4901, "The wallet is on another network.")
      params = withChainId(question, id)
    } catch {
      return unasked(4900, "The wallet does not respond.")
    }
    try {
      return given(await provider.request({ method, params }))
    } catch (error) {
      return thrown(error)
    }
  }
}

const sendingMethods: ReadonlySet<string> = new Set([
  "eth_sendTransaction",
  "eth_signTransaction",
  "wallet_sendCalls",
])

/**
 * Returns a copy with the wallet's account where the dApp names none, so that the review and the wallet speak of the same
 * one. Such a request is common, and wallets take it.
 */
const withSender = async (provider: Eip1193Provider, method: string, params: unknown): Promise<unknown> => {
  if (!sendingMethods.has(method)) return params
  const copied = cloneRequest(params ?? [])
  const [asked, ...rest] = isJsonList(copied) ? copied : []
  if (!isJsonObject(asked) || !isEmpty(readOwn(asked, "from"))) return copied
  const [from] = await fetchAccounts(provider)
  return from === undefined ? copied : [{ ...asked, from }, ...rest]
}

const fetchAccounts = async (provider: Eip1193Provider): Promise<readonly string[]> => {
  try {
    return decodeAccounts(await provider.request({ method: "eth_accounts" })) ?? []
  } catch {
    return []
  }
}

/**
 * Adds the reviewed network if the dApp names none, because the dApp may switch the wallet's network between the review
 * and the request.
 */
const withChainId = ({ method, params }: GuardedRequest, chainId: number): readonly RequestJson[] => {
  const [asked, ...rest] = params
  return sendingMethods.has(method) && isJsonObject(asked) && readOwn(asked, "chainId") == null
    ? [{ ...asked, chainId: toChainIdHex(chainId) }, ...rest]
    : params
}

const decodeBatchId = (value: unknown): string | null => {
  try {
    return decodeCallsId(value)
  } catch {
    return null
  }
}
