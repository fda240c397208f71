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
export type ApprovedAction =
  | Pick<SendReview, "account" | "network" | "fee" | "transaction">
  | (Pick<SendReview, "account" | "network"> & {
      readonly calls: readonly WalletCall[]
      /** Base units of the native currency. */
      readonly most: bigint
    })
  | (Pick<SendReview, "account" | "network"> & {
      /** EIP-712 JSON as text. */
      readonly typedData: string
    })
  | (Pick<SendReview, "account" | "network"> & {
      /** The id of the session to end, which only wallets with their own texts can. */
      readonly session: string
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
  const namesAccount = (address: string) => isSameAddress(toPlainAddress(account), address)
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

/**
 * Returns whether recipient, value and data are equal and the fee is at most the shown one, or the typed data is equal.
 */
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
        // An upgrade delegates the account to a contract (EIP-7702), which no review shows.
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

/** Compares JSON regardless of key order: the wallet passes the decoded data on in its own order. */
const isSameJson = (one: string, other: string): boolean =>
  isDeepStrictEqual(JSON.parse(one), JSON.parse(other))
