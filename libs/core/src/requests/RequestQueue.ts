import type {
  DappRequest,
  DappResponse,
  RequestWarning,
  ReviewedRequest,
  WalletRequest,
} from "@wmodal/chains"
import type { CaipAddress, Namespace, Network } from "@wmodal/protocol"
import { Data, type Effect, type SubscriptionRef } from "effect"
import type { FlowProblem } from "../flows/FlowProblem.ts"
import type { LedgerEntry } from "../ledger/Ledger.ts"

/** Which dangers a person has passed, by tag. */
export type AcknowledgedDangers = readonly RequestWarning["_tag"][]

/** What the page asks of the wallet, and whom it concerns. */
export interface QueuedRequest {
  readonly request: WalletRequest
  readonly account: CaipAddress
  readonly network: Network
}

/** The door between a page and the wallet: what the page asks through `getProvider` stands here first. */
export type RequestQueueState =
  | { readonly _tag: "Empty" }
  /** It is being put into words. */
  | { readonly _tag: "Reading"; readonly asked: QueuedRequest; readonly waiting: number }
  | {
      readonly _tag: "Reviewing"
      readonly asked: QueuedRequest
      readonly explained: ReviewedRequest
      readonly passed: AcknowledgedDangers
      /** Requests that come after this one. */
      readonly waiting: number
    }
  /** The wallet has the question. */
  | {
      readonly _tag: "Asking"
      readonly asked: QueuedRequest
      readonly explained: ReviewedRequest
      readonly entry: LedgerEntry["id"]
      readonly slow: boolean
      readonly waiting: number
    }

/** One request at a time, in the order in which they came. */
export interface RequestQueue {
  /**
   * What a page asks. It is shown to the person, and the wallet is asked when they agree. Always gives an answer; when the
   * engine ends, that one.
   */
  readonly handle: (question: DappRequest) => Effect.Effect<DappResponse>
  readonly state: SubscriptionRef.SubscriptionRef<RequestQueueState>
  /** The explicit act that one danger asks for. */
  readonly acknowledge: (danger: RequestWarning["_tag"]) => Effect.Effect<void>
  /** Reviewing → Asking: the wallet is asked for exactly what was explained. Nothing while a danger is not passed. */
  readonly approve: Effect.Effect<void>
  /** The page hears that it was declined (4001); the wallet hears nothing. */
  readonly reject: Effect.Effect<void>
  /** Puts a request of the account shown into words. Nobody is asked for anything. */
  readonly explain: (
    request: WalletRequest,
    namespace?: Namespace,
  ) => Effect.Effect<ReviewedRequest, FlowProblem>
}

/** A danger was not passed. Nothing was asked of the wallet. */
export class UnacknowledgedWarning extends Data.TaggedError("DangerError")<{
  readonly dangers: readonly [RequestWarning, ...RequestWarning[]]
}> {}
