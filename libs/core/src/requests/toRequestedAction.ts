import type { ReviewedRequest, WalletRequest } from "@wmodal/chains"
import { Effect } from "effect"
import type { RequestedAction } from "../ledger/Ledger.ts"
import { computeDigest } from "../signing/computeDigest.ts"

/** Returns the part of a request that the ledger stores. */
export const toRequestedAction = (
  request: WalletRequest,
  { calls: [first, ...rest] }: ReviewedRequest,
): Effect.Effect<RequestedAction> => {
  switch (request._tag) {
    case "Message":
      return Effect.map(computeDigest(request.message), (digest) => ({ _tag: "Message", digest }))
    case "TypedData":
      return Effect.map(computeDigest(request.typedData), (digest) => ({ _tag: "TypedData", digest }))
    default: {
      const { contract, digest, intent } = first
      return rest.length === 0
        ? Effect.succeed({ _tag: "Call", intent, contract, digest })
        : Effect.map(computeDigest([first, ...rest].map((call) => call.digest).join()), (all) => ({
            _tag: "Call",
            intent: null,
            contract: null,
            digest: all,
          }))
    }
  }
}
