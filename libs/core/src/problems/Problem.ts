import type { ConnectorError } from "@wmodal/chains"
import type { FrameError } from "@wmodal/frame-rpc/host"
import type { RpcError } from "@wmodal/protocol"
import type { OptionsError } from "../options/OptionsError.ts"
import type { EngineError } from "./EngineError.ts"
import type { RestoreError } from "./RestoreError.ts"

/** Every failure that the user may see. The UI describes it with `presentProblem`. */
export type Problem = ConnectorError | RpcError | OptionsError | RestoreError | EngineError | FrameError
