import { isDeepStrictEqual } from "node:util"
import type { WalletCall } from "@wmodal/chains"
import type { SendReview } from "@wmodal/core/flows"
import type { Approval, ApprovalRequest } from "@wmodal/dev-wallet"
import { isSameAddress, toPlainAddress } from "@wmodal/protocol"
import { Effect } from "effect"
import { decodeUnsignedTransaction } from "./unsignedTransaction.ts"

type ApproveRequest = (request: ApprovalRequest) => Effect.Effect<Approval>

/**
 * A single-use approval for one reviewed action. The dev wallet consumes it when it prompts for exactly that action;
 * anything else prompts the user again.
 */
export interface ApprovalGrant {
  readonly approve: ApproveRequest
  /** Approves `agreed` until the next prompt of the wallet. */
  readonly grant: (agreed: ApprovedAction) => void
  /** Returns `true` once the wallet has consumed the approval. From then on something may be sent. */
  readonly isConsumed: () => boolean
  /** Withdraws the grant and returns whether there was one, for a wallet that prompts with its own texts. */
  readonly claim: () => boolean
  /** Records that such a wallet is approved. */
  readonly consume: () => void
}

/** The approved action: one transaction, a batch of calls, typed data to sign, or the end of a session. */
export type ApprovedAction = Pick<SendReview, "account" | "network"> &
  (
    | Pick<SendReview, "fee" | "transaction">
    /** `most` is the fee in base units of the native currency. */
    | { readonly calls: readonly WalletCall[]; readonly most: bigint }
    /** EIP-712 JSON as text. */
    | { readonly typedData: string }
    /** The id of the session to end, which only wallets with their own texts can. */
    | { readonly session: string }
  )

export const makeApprovalGrant = (otherwise: ApproveRequest): ApprovalGrant => {
  let standing: ApprovedAction | null = null
  let taken = false
  return {
    approve: (request) =>
      Effect.suspend(() => {
        const agreed = standing
        standing = null
        if (agreed === null || !matchesAction(agreed, request)) return otherwise(request)
        taken = true
        return Effect.succeed<Approval>("approve")
      }),
    grant: (agreed) => {
      standing = agreed
      taken = false
    },
    isConsumed: () => taken,
    claim: () => {
      const stands = standing !== null
      standing = null
      return stands
    },
    consume: () => {
      taken = true
    },
  }
}

/**
 * Returns whether the wallet prompts for exactly the approved action: the recipient, the value and the data, or the
 * bytes to sign, are equal, and the fee is at most the shown one.
 */
const matchesAction = (agreed: ApprovedAction, request: ApprovalRequest): boolean => {
  switch (request._tag) {
    case "SendTransaction":
    case "SignTransaction": {
      if (!("transaction" in agreed)) return false
      const { data, to, value } = agreed.transaction
      return (
        isForAccount(agreed, request) &&
        to != null &&
        matchesCall(request, { to, value: BigInt(value ?? "0x0"), data: data ?? "0x" }) &&
        BigInt(request.maxFee) <= agreed.fee.most
      )
    }
    case "SendCalls":
      return (
        "calls" in agreed &&
        isForAccount(agreed, request) &&
        // An upgrade delegates the account to a contract (EIP-7702), which no review shows.
        request.upgrade === null &&
        request.calls.length === agreed.calls.length &&
        agreed.calls.every((call, at) => matchesCall(request.calls[at], call)) &&
        BigInt(request.maxFee) <= agreed.most
      )
    case "SignTypedData":
      return (
        "typedData" in agreed &&
        isForAccount(agreed, request) &&
        // Regardless of key order: the wallet passes the decoded data on in its own order.
        isDeepStrictEqual(JSON.parse(request.typedData), JSON.parse(agreed.typedData))
      )
    case "SendSolana":
    case "SignSolana":
      return (
        "transaction" in agreed &&
        isSameAddress(toPlainAddress(agreed.account), request.address) &&
        request.network.chain.startsWith("solana:") &&
        request.transactions.length === 1 &&
        request.transactions[0]?.transaction === agreed.transaction["transaction"]
      )
    case "SendBitcoin":
    case "SignBitcoin":
      return (
        "transaction" in agreed &&
        request.network.chain.startsWith("bitcoin:") &&
        request.transaction === decodeUnsignedTransaction(agreed.transaction["psbt"] ?? "") &&
        // With any other sighash type, the owner of the signature could change the uncovered part.
        request.inputs.every(({ sighash }) => sighash === "ALL" || sighash === "DEFAULT")
      )
    default:
      return false
  }
}

type EvmRequest = Extract<
  ApprovalRequest,
  { readonly _tag: "SendTransaction" | "SignTransaction" | "SendCalls" | "SignTypedData" }
>

const isForAccount = ({ account, network }: ApprovedAction, request: EvmRequest): boolean =>
  isSameAddress(toPlainAddress(account), request.account) && request.network.chainId === network.id

const isSameHex = (a: string | null, b: string): boolean => a?.toLowerCase() === b.toLowerCase()

type RequestedCall = Extract<EvmRequest, { readonly _tag: "SendCalls" }>["calls"][number]

const matchesCall = (asked: RequestedCall | undefined, { data, to, value }: WalletCall): boolean =>
  asked !== undefined &&
  isSameHex(asked.to, to) &&
  BigInt(asked.value) === value &&
  isSameHex(asked.data, data)
