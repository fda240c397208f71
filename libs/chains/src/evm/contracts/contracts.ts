import type { ContractActions } from "../../contract/Actions.ts"
import { approve, spenderIn } from "./allowance.ts"
import { call, callOf } from "./call.ts"
import { estimateCall } from "./estimateCall.ts"

export const contracts: ContractActions = { call, callOf, approve, spenderIn, estimateCall }
