import type { ApiError } from "@wmodal/api"
import type { TransferRejected } from "@wmodal/chains"
import type { BroadcastError } from "@wmodal/protocol"
import type { FundingError } from "../funding/FundingError.ts"
import type { AmbiguousToken } from "../holdings/AmbiguousToken.ts"
import type { NameError } from "../names/Names.ts"
import type { Problem } from "../problems/Problem.ts"
import type { RecipientError } from "../recipients/Recipients.ts"
import type { UnacknowledgedWarning } from "../requests/RequestQueue.ts"
import type { SendError } from "../send/Send.ts"
import type { SiwxError } from "../siwx/Siwx.ts"
import type { SwapError } from "../swap/Swap.ts"

/** Every failure that the UI may show for a connected account. `presentFlow` describes it. */
export type FlowProblem =
  | Problem
  | ApiError
  | TransferRejected
  | BroadcastError
  | AmbiguousToken
  | FundingError
  | RecipientError
  | SendError
  | SwapError
  | SiwxError
  | NameError
  | UnacknowledgedWarning
