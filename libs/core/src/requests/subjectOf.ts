import type { Explained, WalletRequest } from "@wmodal/chains"
import { Effect } from "effect"
import type { Subject } from "../ledger/Ledger.ts"
import { digestOf } from "../signing/digestOf.ts"

/** What the ledger keeps of a request. */
export const subjectOf = (
  request: WalletRequest,
  { calls: [first, ...rest] }: Explained,
): Effect.Effect<Subject> => {
  switch (request._tag) {
    case "Message":
      return Effect.map(digestOf(request.message), (digest) => ({ _tag: "Message", digest }))
    case "TypedData":
      return Effect.map(digestOf(request.typedData), (digest) => ({ _tag: "TypedData", digest }))
    default: {
      const { contract, digest, intent } = first
      return rest.length === 0
        ? Effect.succeed({ _tag: "Call", intent, contract, digest })
        : Effect.map(digestOf([first, ...rest].map((call) => call.digest).join()), (all) => ({
            _tag: "Call",
            intent: null,
            contract: null,
            digest: all,
          }))
    }
  }
}
