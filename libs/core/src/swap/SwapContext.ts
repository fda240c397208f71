import { UnsupportedNetwork } from "@wmodal/api"
import type { RequestTooLong } from "@wmodal/chains"
import type { CaipAddress } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ReadProblem } from "../problems/ReadProblem.ts"
import type { PaymentDeps } from "../send/payer.ts"
import type { SendError } from "../send/Send.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import type { Exchange } from "../services/makeExchange.ts"
import type { SwapTokenStore } from "./makeSwapTokenStore.ts"
import { SwapError, type SwapOperation, type SwapReason } from "./Swap.ts"

export interface SwapDeps extends PaymentDeps, Pick<EngineServices, "options"> {
  readonly exchange: Exchange | null
}

/** What the parts of one swap flow share. */
export interface SwapContext extends SwapDeps {
  readonly tokens: SwapTokenStore
  /** The wallets that rejected a batch despite their capabilities, by `toBatcher`: their claim is not checked again. */
  readonly batchless: Set<string>
}

export const toBatcher = (connectorId: string, account: CaipAddress): string => `${connectorId} ${account}`

export const makeSwapError = (reason: SwapReason) => new SwapError({ reason })

/** Adds the failed operation of a swap to an error. */
export const toSwapError =
  (during: SwapOperation) =>
  (error: ReadProblem | RequestTooLong | SendError | SwapError | UnsupportedNetwork): SwapError => {
    if (error instanceof UnsupportedNetwork) return makeSwapError({ _tag: "Unsupported" })
    if (error._tag === "SwapError") return error
    // Calls of this length are not those of a swap.
    if (error._tag === "RequestTooLong") return makeSwapError({ _tag: "Refused", because: "approval" })
    if (error._tag === "TransferRejected") {
      if (error.reason._tag === "Reverts") return makeSwapError({ _tag: "Refused", because: "reverts" })
      if (error.reason._tag === "Insufficient")
        return makeSwapError({ _tag: "Insufficient", of: error.reason.of ?? "gas" })
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

export const mapSwapError = (during: SwapOperation) => Effect.mapError(toSwapError(during))
