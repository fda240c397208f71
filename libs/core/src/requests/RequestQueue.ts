import type {
  DappRequest,
  DappResponse,
  RequestTooLong,
  RequestWarning,
  ReviewedRequest,
  WalletRequest,
} from "@wmodal/chains"
import type { CaipAddress, Namespace, Network, SubscriptionRef } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { LedgerEntry } from "../ledger/Ledger.ts"
import type { EngineError } from "../problems/EngineError.ts"
import type { AcknowledgedDangers } from "../signing/Signing.ts"

/** The dApp's request to the wallet, and its account. */
export interface QueuedRequest {
  readonly request: WalletRequest
  readonly account: CaipAddress
  readonly network: Network
}

/** The queue of dApp requests to the wallet: requests through `getProvider` are shown here first. */
export type RequestQueueState =
  | { readonly _tag: "Empty" }
  /** The description is in preparation. */
  | { readonly _tag: "Reading"; readonly asked: QueuedRequest; readonly waiting: number }
  | {
      readonly _tag: "Reviewing"
      readonly asked: QueuedRequest
      readonly explained: ReviewedRequest
      readonly passed: AcknowledgedDangers
      /** Number of requests behind this one. */
      readonly waiting: number
    }
  /** It is too long to be reviewed: the dApp has its response, and the user leaves it with `reject`. */
  | {
      readonly _tag: "Refused"
      readonly asked: QueuedRequest
      readonly problem: RequestTooLong
      readonly waiting: number
    }
  /** The wallet has the request. */
  | {
      readonly _tag: "Asking"
      readonly asked: QueuedRequest
      readonly explained: ReviewedRequest
      readonly entry: LedgerEntry["id"]
      readonly slow: boolean
      readonly waiting: number
    }

/** Handles one request at a time, in the order of arrival. */
export interface RequestQueue {
  /**
   * Handles a dApp request. It is shown to the user, and sent to the wallet after approval. It always returns a
   * response; if the engine ends, a disconnect error (4900).
   */
  readonly handle: (question: DappRequest) => Effect.Effect<DappResponse>
  readonly state: SubscriptionRef.SubscriptionRef<RequestQueueState>
  /** Confirms one danger explicitly. */
  readonly acknowledge: (danger: RequestWarning["_tag"]) => Effect.Effect<void>
  /** Reviewing → Asking: requests exactly what is described. No effect while a warning is not confirmed. */
  readonly approve: Effect.Effect<void>
  /** Rejects the request for the dApp (4001); the wallet receives nothing. */
  readonly reject: Effect.Effect<void>
  /** Describes a request of the shown account. The wallet receives nothing. */
  readonly explain: (
    request: WalletRequest,
    namespace?: Namespace,
  ) => Effect.Effect<ReviewedRequest, EngineError | RequestTooLong>
}
