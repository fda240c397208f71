import type { CaipNetworkId, Namespace } from "@wmodal/protocol"
import { ConnectorError, type ConnectorReason } from "../contract/ConnectorError.ts"
import type { Door, PageQuestion, WalletReply } from "../contract/Door.ts"
import type { ChainTransaction, Transfer } from "../contract/Transfer.ts"
import type { SendOutcome } from "../contract/WalletCalls.ts"
import { throughDoor } from "../wallet/throughDoor.ts"
import { callFeature, reasonOfRefusal } from "./askFeature.ts"

/** What a page asks, and the words in which the wallet will hear it: those two, and nothing else, are made of it. */
export interface Question extends Pick<PageQuestion, "request" | "from" | "network" | "leaves"> {
  readonly feature: string
  /**
   * What the feature is given on a chain such as `solana:mainnet`, by the account in use where the question names none;
   * `null` where the wallet no longer shares the account.
   */
  readonly inputs: (chain: string, inUse: string | undefined) => readonly unknown[] | null
  /** What the page hears; `null` where the wallet's answer is none. Where something is sent, it is the hash. */
  readonly valueOf: (answer: unknown) => unknown
}

export interface Guarding {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly wallet: object
  /** The wallet's name of a network; `null` where the wallet has it not. */
  readonly chainOn: (network: CaipNetworkId) => string | null
  readonly outcomeOf: (thrown: unknown, feature: string) => SendOutcome
}

/** A payment that is still to be built, and what is asked once it is. */
export interface Unbuilt {
  readonly method: string
  readonly transfer: Transfer
  readonly with: (transaction: ChainTransaction) => Question
}

/** Puts a question of a page to whoever stands at the door, and to the wallet after that, once. */
export const askThrough = (around: Guarding, door: Door, question: Question): Promise<unknown> =>
  throughDoor(door, pageQuestion(around, question))

/** The same for a payment that the door has to build. */
export const payThrough = (around: Guarding, door: Door, unbuilt: Unbuilt): Promise<unknown> => {
  const { method, transfer } = unbuilt
  const { connectorId, namespace } = around
  return throughDoor(door, {
    namespace,
    connectorId,
    request: { _tag: "Other", method, params: JSON.stringify([transfer.to, `${transfer.amount}`]) },
    from: transfer.from,
    network: null,
    leaves: { _tag: "Nothing" },
    unbuilt: { transfer, with: (transaction) => pageQuestion(around, unbuilt.with(transaction)) },
    ask: async () => unaskedBy(connectorId, 4200, "Nobody has built this payment."),
  })
}

const pageQuestion = (around: Guarding, question: Question): PageQuestion => {
  const { from, leaves, network, request } = question
  const { connectorId, namespace } = around
  return { namespace, connectorId, request, from, network, leaves, ask: asking(around, question) }
}

const unaskedBy = (connectorId: string, code: number, text: string): WalletReply => ({
  answer: { _tag: "Refused", code, text },
  outcome: {
    _tag: "NotSent",
    error: new ConnectorError({ connectorId, reason: { _tag: "Failed", code, text } }),
  },
})

const asking = ({ chainOn, connectorId, outcomeOf, wallet }: Guarding, question: Question) => {
  const { feature, leaves } = question
  const sends = leaves._tag === "Transaction"
  const failed = (reason: ConnectorReason) => new ConnectorError({ connectorId, reason })
  let asked = false

  const unasked = (code: number, text: string) => unaskedBy(connectorId, code, text)

  const given = (value: unknown): WalletReply => {
    const isHash = typeof value === "string"
    if (value !== null && (!sends || isHash))
      return {
        answer: { _tag: "Given", value },
        outcome: sends && isHash ? { _tag: "Sent", hash: value } : { _tag: "Signed" },
      }
    const error = failed({ _tag: "Malformed", what: feature })
    return {
      answer: { _tag: "Refused", code: -32603, text: "The wallet gave no usable answer." },
      outcome: sends ? { _tag: "Unknown", hash: null, error } : { _tag: "NotSent", error },
    }
  }

  const thrown = (value: unknown): WalletReply => ({
    answer: { _tag: "Thrown", value },
    outcome: sends
      ? outcomeOf(value, feature)
      : { _tag: "NotSent", error: failed(reasonOfRefusal(value, feature)) },
  })

  return async (network: CaipNetworkId, account?: string): Promise<WalletReply> => {
    if (asked) return unasked(-32603, "The wallet was asked already.")
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
