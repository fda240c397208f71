import { isDeepStrictEqual } from "node:util"
import type { WalletCall } from "@wmodal/chains"
import type { SendReview } from "@wmodal/core/flows"
import type { Approval, ApprovalRequest } from "@wmodal/dev-wallet"
import { isSameAddress } from "@wmodal/protocol"
import { Effect } from "effect"
import { decodeUnsignedTransaction } from "./unsignedTransaction.ts"

type ApproveRequest = (request: ApprovalRequest) => Effect.Effect<Approval>

/**
 * The person's one yes. It was given to a review; the wallet, which is ours and asks before it signs, takes it for
 * exactly what was reviewed, once. Whatever else it asks is asked anew.
 */
export interface ApprovalGrant {
  readonly approve: ApproveRequest
  /** From now until the wallet asks, a yes stands for this. */
  readonly grant: (agreed: ApprovedAction) => void
  /** Whether the wallet has taken it: from then on something may leave. */
  readonly isConsumed: () => boolean
  /** For a wallet that asks in words of its own: whether a yes stands, which from now on does not any more. */
  readonly claim: () => boolean
  /** Such a wallet has its yes. */
  readonly consume: () => void
}

/** What somebody said yes to: one transaction, several calls as one, or typed data to sign. */
export type ApprovedAction =
  | Pick<SendReview, "account" | "network" | "fee" | "transaction">
  | (Pick<SendReview, "account" | "network"> & {
      readonly calls: readonly WalletCall[]
      /** Base units of the network's own currency. */
      readonly most: bigint
    })
  | (Pick<SendReview, "account" | "network"> & {
      /** EIP-712 JSON as text. */
      readonly typedData: string
    })

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

const toBigInt = (hex: string | null | undefined): bigint => BigInt(hex ?? "0x0")

const isSameHex = (a: string | null, b: string | null): boolean => a?.toLowerCase() === b?.toLowerCase()

interface RequestedCall {
  readonly to: string | null
  /** Wei, decimal. */
  readonly value: string
  readonly data: string
}

const matchesCall = (asked: RequestedCall, to: string | null, value: bigint, data: string): boolean =>
  to !== null && isSameHex(asked.to, to) && BigInt(asked.value) === value && isSameHex(asked.data, data)

const matchesAction = (agreed: ApprovedAction, request: ApprovalRequest): boolean => {
  const { account, network } = agreed
  const namesAccount = (address: string) =>
    isSameAddress(account.slice(account.lastIndexOf(":") + 1), address)
  switch (request._tag) {
    case "SendTransaction":
    case "SignTransaction":
    case "SendCalls":
    case "SignTypedData":
      return (
        namesAccount(request.account) &&
        request.network.chainId === network.id &&
        isSameRequest(agreed, request)
      )
    case "SendSolana":
    case "SignSolana":
      return (
        namesAccount(request.address) &&
        request.network.chain.startsWith("solana:") &&
        "transaction" in agreed &&
        request.transactions.length === 1 &&
        request.transactions[0]?.transaction === agreed.transaction["transaction"]
      )
    case "SendBitcoin":
    case "SignBitcoin":
      return (
        request.network.chain.startsWith("bitcoin:") &&
        "transaction" in agreed &&
        request.transaction === decodeUnsignedTransaction(agreed.transaction["psbt"] ?? "") &&
        // Whoever has a signature of less could change the rest.
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

/** The same recipient, value and bytes, for no more than the fee that was shown; or the same data. */
const isSameRequest = (agreed: ApprovedAction, request: EvmRequest): boolean => {
  switch (request._tag) {
    case "SendTransaction":
    case "SignTransaction": {
      if (!("transaction" in agreed)) return false
      const { to, value, data } = agreed.transaction
      return (
        matchesCall(request, to ?? null, toBigInt(value), data ?? "0x") &&
        BigInt(request.maxFee) <= agreed.fee.most
      )
    }
    case "SendCalls":
      return (
        "calls" in agreed &&
        // From then on the account would run somebody's code: nobody was shown that.
        request.upgrade === null &&
        request.calls.length === agreed.calls.length &&
        agreed.calls.every(({ data, to, value }, at) => {
          const asked = request.calls[at]
          return asked !== undefined && matchesCall(asked, to, value, data)
        }) &&
        BigInt(request.maxFee) <= agreed.most
      )
    case "SignTypedData":
      return "typedData" in agreed && isSameJson(request.typedData, agreed.typedData)
  }
}

/** The wallet hands on what it has decoded, in its own order. */
const isSameJson = (one: string, other: string): boolean =>
  isDeepStrictEqual(JSON.parse(one), JSON.parse(other))
