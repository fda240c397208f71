import { UnsupportedNetwork } from "@wmodal/api"
import type { FlowProblem } from "../flows/FlowProblem.ts"
import { SwapError, type SwapReading, type SwapReason } from "./Swap.ts"

export const refuse = (reason: SwapReason) => new SwapError({ reason })

/** What went wrong while something was done for a swap. */
export const asSwapError =
  (during: SwapReading) =>
  (error: FlowProblem | UnsupportedNetwork): SwapError => {
    if (error instanceof UnsupportedNetwork) return refuse({ _tag: "Unsupported" })
    if (error._tag === "SwapError") return error
    if (error._tag === "TransferRefused") {
      if (error.reason._tag === "Reverts") return refuse({ _tag: "Refused", because: "reverts" })
      if (error.reason._tag === "Insufficient") return refuse({ _tag: "Insufficient", of: "gas" })
    }
    if (error._tag !== "SendError") return refuse({ _tag: "Failed", during, problem: error })
    const { reason } = error
    switch (reason._tag) {
      case "Twin":
      case "Changed":
      case "Wallet":
        return refuse(reason)
      case "Problem":
        return asSwapError(during)(reason.problem)
      default:
        return refuse({ _tag: "Failed", during, problem: error })
    }
  }
