import type { CaipNetworkId, Namespace } from "@wmodal/protocol"
import type { WalletRequest } from "./Explanation.ts"
import type { ChainTransaction, Transfer } from "./Transfer.ts"
import type { SendOutcome } from "./WalletCalls.ts"

/** The result of an approved request on the chain. */
export type Submission =
  /** `transaction` is the query for the chain. */
  | { readonly _tag: "Transaction"; readonly transaction: ChainTransaction }
  /** `id` identifies it for the wallet and for later queries. Source: EIP-5792. */
  | { readonly _tag: "Batch"; readonly id: string }
  /** A signature, or an unknown effect. */
  | { readonly _tag: "Nothing" }

/** A request from a dApp to a wallet. It is a copy: the dApp can no longer change it. */
export interface DappRequest {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly request: WalletRequest
  /** The account in the request, checksummed; `null` if it has none. */
  readonly from: string | null
  /** The network in the request; `null` if it has none. */
  readonly network: CaipNetworkId | null
  readonly submission: Submission
  /**
   * Builds a payment that a dApp requests by its amount alone, as on Bitcoin. The caller builds it with network data,
   * and replaces this request with the result of `with`: this request itself cannot be sent.
   */
  readonly buildPayment?: {
    readonly transfer: Transfer
    readonly with: (transaction: ChainTransaction) => DappRequest
  }
  /**
   * Sends exactly `request` to the wallet, which must be on `network`. Call it at most once. Never rejects. If the dApp
   * names no account, `account` is the one in use, plain: it signs.
   */
  readonly ask: (network: CaipNetworkId, account?: string) => Promise<WalletResponse>
}

/** The response to the dApp. */
export type DappResponse =
  /** The wallet's own response, unchanged. */
  | { readonly _tag: "Result" | "WalletError"; readonly value: unknown }
  /** A response in place of the wallet's. Codes: EIP-1193, EIP-1474. */
  | { readonly _tag: "Rejected"; readonly code: number; readonly text: string }

/** The wallet's response. */
export interface WalletResponse {
  readonly answer: DappResponse
  /** The response in the engine's terms. `Taken`: the wallet accepted the batch under this id. */
  readonly outcome:
    | SendOutcome
    | { readonly _tag: "Signed" }
    | { readonly _tag: "Taken"; readonly id: string }
}

/**
 * An interceptor between a dApp and a wallet: shows the dApp's request to the user, and sends it to the wallet only
 * after approval.
 */
export type RequestInterceptor = (question: DappRequest) => Promise<DappResponse>
