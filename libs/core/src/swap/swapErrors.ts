import { UnsupportedNetwork } from "@wmodal/api"
import { Effect } from "effect"
import type { ReadProblem } from "../problems/ReadProblem.ts"
import type { SendError } from "../send/Send.ts"
import { SwapError, type SwapOperation, type SwapReason } from "./Swap.ts"

export const makeSwapError = (reason: SwapReason) => new SwapError({ reason })

/** Adds the failed operation of a swap to an error. */
export const toSwapError =
  (during: SwapOperation) =>
  (error: ReadProblem | SendError | SwapError | UnsupportedNetwork): SwapError => {
    if (error instanceof UnsupportedNetwork) return makeSwapError({ _tag: "Unsupported" })
    if (error._tag === "SwapError") return error
    if (error._tag === "TransferRejected") {
      if (error.reason._tag === "Reverts") return makeSwapError({ _tag: "Refused", because: "reverts" })
      if (error.reason._tag === "Insufficient") return makeSwapError({ _tag: "Insufficient", of: "gas" })
    }
    if (error._tag !== "SendError") return makeSwapError({ _tag: "Failed", during, problem: error })
    const { reason } = error
    switch (reason._tag) {
      case "Changed":
      case "Wallet":
        return makeSwapError(reason)
      case "Problem":
        return toSwapError(during)(reason.problem)
      default:
        return makeSwapError({ _tag: "Failed", during, problem: error })
    }
  }

/** Adds the failed operation of a swap to the errors of an effect. */
export const mapSwapError = (during: SwapOperation) => Effect.mapError(toSwapError(during))
