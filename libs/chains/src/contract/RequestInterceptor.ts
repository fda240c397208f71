import type { CaipNetworkId, Namespace } from "@wmodal/protocol"
import type { WalletRequest } from "./Explanation.ts"
import type { ChainTransaction, Transfer } from "./Transfer.ts"
import type { SendOutcome } from "./WalletCalls.ts"

/** What goes out when the wallet agrees. */
export type Submission =
  /** `transaction` is what to look for on the chain. */
  | { readonly _tag: "Transaction"; readonly transaction: ChainTransaction }
  /** `id` names it, for the wallet and for whoever looks for it. Source: EIP-5792. */
  | { readonly _tag: "Batch"; readonly id: string }
  /** A signature, or nobody knows what. */
  | { readonly _tag: "Nothing" }

/** Something that a page asks of a wallet. It is a copy: the page cannot change it any more. */
export interface DappRequest {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly request: WalletRequest
  /** The account that it names, checksummed; `null` where it names none. */
  readonly from: string | null
  /** The network that it names; `null` where it names none. */
  readonly network: CaipNetworkId | null
  readonly submission: Submission
  /**
   * Of a payment that a page names by its amount alone, as on Bitcoin: whoever can ask the network builds it, and puts
   * what `with` makes of it in the place of this question, which cannot be asked itself.
   */
  readonly buildPayment?: {
    readonly transfer: Transfer
    readonly with: (transaction: ChainTransaction) => DappRequest
  }
  /**
   * Asks the wallet, which has to be on `network`, for exactly what `request` says. To be called once at most. Never
   * rejects. Where the page names no account, `account` is the one in use, plain: it is what signs.
   */
  readonly ask: (network: CaipNetworkId, account?: string) => Promise<WalletResponse>
}

/** What the page hears. */
export type DappResponse =
  /** From the wallet, as it said it. */
  | { readonly _tag: "Result" | "WalletError"; readonly value: unknown }
  /** In the wallet's place. Codes: EIP-1193, EIP-1474. */
  | { readonly _tag: "Rejected"; readonly code: number; readonly text: string }

/** What came of asking the wallet. */
export interface WalletResponse {
  readonly answer: DappResponse
  /** The same in the engine's terms. `Taken`: the wallet has the batch, and knows it by this id. */
  readonly outcome:
    | SendOutcome
    | { readonly _tag: "Signed" }
    | { readonly _tag: "Taken"; readonly id: string }
}

/** Between a page and a wallet: puts what the page asks before a person, and asks the wallet only after that. */
export type RequestInterceptor = (question: DappRequest) => Promise<DappResponse>
