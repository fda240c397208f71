import { type Network, type SignedTransaction, broadcast as send } from "@wmodal/protocol"
import { Effect } from "effect"
import { type Actions, TransferRefused } from "../contract/Actions.ts"
import { keccak256 } from "./keccak.ts"
import { chainIdOfSigned } from "./signedTransaction.ts"

const signedFor: (request: { readonly network: Network; readonly raw: string }) => SignedTransaction | null =
  ({ network, raw }) => {
    const signed = chainIdOfSigned(raw)
    return signed?.chainId === BigInt(network.id) ? { raw: signed.raw, hash: keccak256(signed.raw) } : null
  }

export const hashOf: Actions["hashOf"] = (request) => signedFor(request)?.hash ?? null

export const broadcast: Actions["broadcast"] = Effect.fnUntraced(function* ({ network, raw, rpc }) {
  const signed = signedFor({ network, raw })
  if (signed === null) return yield* new TransferRefused({ reason: { _tag: "Malformed" } })
  yield* send(rpc, signed)
  return signed.hash
})
