import { broadcast as send } from "@wmodal/protocol"
import { Effect } from "effect"
import { keccak256 } from "ox/Hash"
import { type Actions, TransferRefused } from "../contract/Actions.ts"
import { chainIdOfSigned } from "./signedTransaction.ts"

export const broadcast: Actions["broadcast"] = Effect.fnUntraced(function* ({ network, raw, rpc }) {
  const signed = chainIdOfSigned(raw)
  if (signed?.chainId !== BigInt(network.id)) {
    return yield* new TransferRefused({ reason: { _tag: "Malformed" } })
  }
  const hash = keccak256(signed.raw)
  yield* send(rpc, { raw: signed.raw, hash })
  return hash
})
