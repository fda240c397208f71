import type { WalletRequest } from "@wmodal/chains"
import { decodeHex, type Hex, toMessageRequest, toQuantityHex } from "@wmodal/chains/internal"
import type { Namespace } from "@wmodal/protocol"
import type { ApprovalRequest, RequestedCall } from "../ApprovalRequest.ts"
import type { DevNetwork } from "../DevNetwork.ts"
import type { StandardNetwork } from "../standard/StandardRequest.ts"
import {
  bitcoinStandardNetworks,
  polkadotStandardNetworks,
  solanaStandardNetworks,
} from "../standard/standardNetworks.ts"

/** A network on which a request is reviewed. */
export type ReviewedNetwork = DevNetwork | StandardNetwork

/** A request as its chain explains it. */
export interface ExplainableRequest {
  readonly namespace: Namespace
  readonly network: ReviewedNetwork
  readonly account: string
  /** The wallet's addresses that the request concerns; `account` alone where absent. */
  readonly own?: readonly string[]
  readonly request: WalletRequest
}

/** Returns an approval request as its chain explains it; `null` if nothing is signed or sent. */
export const toWalletRequest = (approval: ApprovalRequest): ExplainableRequest | null => {
  switch (approval._tag) {
    case "SignMessage":
      return onEvm(approval, toMessageRequest(decodeHex(approval.message)))
    case "SignTypedData":
      return onEvm(approval, { _tag: "TypedData", typedData: approval.typedData })
    case "SignTypedValues": {
      const params = JSON.stringify([approval.values, approval.account])
      return onEvm(approval, { _tag: "Other", method: "eth_signTypedData", params })
    }
    case "SendTransaction":
    case "SignTransaction": {
      const { data, fee, to, value } = approval
      return onEvm(approval, {
        _tag: "Transaction",
        transaction: {
          ...(to !== null && { to }),
          value: toQuantityHex(BigInt(value)),
          data,
          ...(fee !== undefined && {
            gas: toQuantityHex(BigInt(fee.gas)),
            maxFeePerGas: toQuantityHex(BigInt(fee.price)),
          }),
        },
      })
    }
    case "SendCalls": {
      const [first, ...others] = approval.calls.map(toWalletCall)
      return first === undefined ? null : onEvm(approval, { _tag: "Calls", calls: [first, ...others] })
    }
    case "SignBytes":
      return onStandard(approval, toMessageRequest(decodeHex(approval.message)))
    case "SignIn":
      return onStandard(approval, { _tag: "Message", message: approval.text })
    case "SendSolana":
    case "SignSolana": {
      const [first, ...others] = approval.transactions.map(({ transaction }) => ({ transaction }))
      if (first === undefined) return null
      const { address, network } = approval
      return {
        namespace: "solana",
        network,
        account: address,
        request: { _tag: "Transactions", transactions: [first, ...others] },
      }
    }
    case "SignPolkadot": {
      const { address, network, payload } = approval
      return {
        namespace: "polkadot",
        network,
        account: address,
        request: { _tag: "Transaction", transaction: { payload } },
      }
    }
    case "SendBitcoin":
    case "SignBitcoin": {
      const { inputs, network, outputs, psbt } = approval
      const signed = inputs.flatMap(({ address, sighash }) => (sighash === null ? [] : (address ?? [])))
      const change = outputs.flatMap(({ address, isOwn }) => (isOwn ? (address ?? []) : []))
      return {
        namespace: "bip122",
        network,
        account: signed[0] ?? "",
        own: [...signed, ...change],
        request: { _tag: "Transaction", transaction: { psbt } },
      }
    }
    default:
      return null
  }
}

const onEvm = (
  { account, network }: { readonly account: Hex; readonly network: DevNetwork },
  request: WalletRequest,
): ExplainableRequest => ({ namespace: "eip155", network, account, request })

const messageChains = {
  Bitcoin: { namespace: "bip122", network: bitcoinStandardNetworks[0] },
  Polkadot: { namespace: "polkadot", network: polkadotStandardNetworks[0] },
  Solana: { namespace: "solana", network: solanaStandardNetworks[0] },
} as const

/** A message request names a chain but no network, because the signature is the same on all of them. */
const onStandard = (
  { address, on }: { readonly address: string; readonly on: string },
  request: WalletRequest,
): ExplainableRequest => ({
  ...messageChains[on === "Bitcoin" || on === "Polkadot" ? on : "Solana"],
  account: address,
  request,
})

const toWalletCall = ({ data, to, value }: RequestedCall) => ({ to: to ?? "", data, value: BigInt(value) })
