import type { ApiError } from "@wmodal/api"
import type { TransferRejected } from "@wmodal/chains"
import type { BroadcastError } from "@wmodal/protocol"
import type { Problem } from "./Problem.ts"

/** Every failure of a node, a server or a wallet. */
export type ReadProblem = Problem | ApiError | TransferRejected | BroadcastError
