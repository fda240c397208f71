import type { CaipNetworkId, Namespace } from "@wmodal/protocol"
import { ConnectorError, type ConnectorReason } from "../contract/ConnectorError.ts"
import type { DappRequest, RequestInterceptor, WalletResponse } from "../contract/RequestInterceptor.ts"
import type { ChainTransaction, Transfer } from "../contract/Transfer.ts"
import type { SendOutcome } from "../contract/WalletCalls.ts"
import { interceptRequest } from "../wallet/interceptRequest.ts"
import { toConnectorReason } from "../wallet/walletErrors.ts"
import { assertFeature, callFeature } from "./requestFeature.ts"

/** A dApp's request with the input of the wallet's feature, which is made of nothing else. */
export interface GuardedFeatureCall extends Pick<DappRequest, "request" | "from" | "network" | "submission"> {
  readonly feature: string
  /**
   * Returns the feature's input for a chain such as `solana:mainnet`, with the account in use if the request names
   * none; `null` if the wallet no longer shares the account.
   */
  readonly inputs: (chain: string, inUse: string | undefined) => readonly unknown[] | null
  /** Returns the dApp's response; `null` if the wallet's is malformed. For a sent transaction, it is the hash. */
  readonly valueOf: (answer: unknown) => unknown
}

export interface GuardOptions {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly wallet: object
  /** Returns the wallet's name of a network; `null` if it does not support it. */
  readonly chainOn: (network: CaipNetworkId) => string | null
  readonly outcomeOf: (thrown: unknown, feature: string) => SendOutcome
}

/** A payment that is not built yet, with the request for the built one. */
export interface UnbuiltPayment {
  readonly method: string
  /** Sends the built one. */
  readonly feature: string
  readonly transfer: Transfer
  readonly with: (transaction: ChainTransaction) => GuardedFeatureCall
}

/**
 * Sends a dApp's request through the interceptor, then to the wallet, once. What the wallet does not offer is rejected
 * before the user is asked.
 */
export const interceptFeature = async (
  deps: GuardOptions,
  door: RequestInterceptor,
  question: GuardedFeatureCall,
): Promise<unknown> => {
  assertFeature(deps.wallet, question.feature)
  return interceptRequest(door, toDappRequest(deps, question))
}

/** Sends a payment through the interceptor, which builds it. Rejects as `interceptFeature` does. */
export const interceptPayment = async (
  deps: GuardOptions,
  door: RequestInterceptor,
  unbuilt: UnbuiltPayment,
): Promise<unknown> => {
  const { feature, method, transfer } = unbuilt
  assertFeature(deps.wallet, feature)
  const { connectorId, namespace } = deps
  return interceptRequest(door, {
    namespace,
    connectorId,
    request: { _tag: "Other", method, params: JSON.stringify([transfer.to, `${transfer.amount}`]) },
    from: transfer.from,
    network: null,
    submission: { _tag: "Nothing" },
    buildPayment: { transfer, with: (transaction) => toDappRequest(deps, unbuilt.with(transaction)) },
    ask: async () => toUnsentResponse(connectorId, 4200, "The payment was not built."),
  })
}

const toDappRequest = (deps: GuardOptions, question: GuardedFeatureCall): DappRequest => {
  const { from, submission, network, request } = question
  const { connectorId, namespace } = deps
  return {
    namespace,
    connectorId,
    request,
    from,
    network,
    submission: submission,
    ask: makeFeatureRequest(deps, question),
  }
}

const toUnsentResponse = (connectorId: string, code: number, text: string): WalletResponse => ({
  answer: { _tag: "Rejected", code, text },
  outcome: {
    _tag: "NotSent",
    error: new ConnectorError({ connectorId, reason: { _tag: "Failed", code, text } }),
  },
})

const makeFeatureRequest = (
  { chainOn, connectorId, outcomeOf, wallet }: GuardOptions,
  question: GuardedFeatureCall,
) => {
  const { feature, submission } = question
  const sends = submission._tag === "Transaction"
  const failed = (reason: ConnectorReason) => new ConnectorError({ connectorId, reason })
  let asked = false

  const unasked = (code: number, text: string) => toUnsentResponse(connectorId, code, text)

  const given = (value: unknown): WalletResponse => {
    const isHash = typeof value === "string"
    if (value !== null && (!sends || isHash))
      return {
        answer: { _tag: "Result", value },
        outcome: sends && isHash ? { _tag: "Sent", hash: value } : { _tag: "Signed" },
      }
    const error = failed({ _tag: "Malformed", what: feature })
    return {
      answer: { _tag: "Rejected", code: -32603, text: "The wallet returned an invalid response." },
      outcome: sends ? { _tag: "Unknown", hash: null, error } : { _tag: "NotSent", error },
    }
  }

  const thrown = (value: unknown): WalletResponse => ({
    answer: { _tag: "WalletError", value },
    outcome: sends
      ? outcomeOf(value, feature)
      : { _tag: "NotSent", error: failed(toConnectorReason(value, feature)) },
  })

  return async (network: CaipNetworkId, account?: string): Promise<WalletResponse> => {
    if (asked) return unasked(-32603, "The request was already sent to the wallet.")
    asked = true
    const chain = chainOn(network)
    if (chain === null) return unasked(4901, "The wallet is not on this network.")
    const inputs = question.inputs(chain, account)
    if (inputs === null) return unasked(4100, "The wallet no longer shares this account.")
    try {
      return given(question.valueOf(await callFeature(wallet, feature, inputs)))
    } catch (error) {
      return thrown(error)
    }
  }
}
