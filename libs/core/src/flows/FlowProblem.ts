import type { RequestTooLong } from "@wmodal/chains"
import type { AmbiguousToken } from "../holdings/AmbiguousToken.ts"
import type { NameError } from "../names/Names.ts"
import type { FundingError } from "../problems/FundingError.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"
import type { RecipientError } from "../recipients/Recipients.ts"
import type { SendError } from "../send/Send.ts"
import type { SessionError } from "../sessions/Sessions.ts"
import type { UnacknowledgedWarning } from "../signing/Signing.ts"
import type { SiwxError } from "../siwx/Siwx.ts"
import type { SwapError } from "../swap/Swap.ts"

/** Every failure that the UI may show for a connected account. `presentFlow` describes it. */
export type FlowProblem =
  | ReadProblem
  | AmbiguousToken
  | FundingError
  | RecipientError
  | SendError
  | SwapError
  | SiwxError
  | NameError
  | SessionError
  | UnacknowledgedWarning
  | RequestTooLong
