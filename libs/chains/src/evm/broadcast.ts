import { type Network, type SignedTransaction, broadcast as send } from "@wmodal/protocol"
import { Effect } from "effect"
import { keccak256 } from "viem"
import { type ChainActions, TransferRejected } from "../contract/ChainActions.ts"
import { decodeSignedChainId } from "./signedTransaction.ts"

const decodeSignedFor: (request: {
  readonly network: Network
  readonly raw: string
}) => SignedTransaction | null = ({ network, raw }) => {
  const signed = decodeSignedChainId(raw)
  return signed?.chainId === BigInt(network.id) ? { raw: signed.raw, hash: keccak256(signed.raw) } : null
}

export const toTransactionHash: ChainActions["toTransactionHash"] = (request) =>
  decodeSignedFor(request)?.hash ?? null

export const broadcast: ChainActions["broadcast"] = Effect.fnUntraced(function* ({ network, raw, rpc }) {
  const signed = decodeSignedFor({ network, raw })
  if (signed === null) return yield* new TransferRejected({ reason: { _tag: "Malformed" } })
  yield* send(rpc, signed)
  return signed.hash
})
