import { Effect } from "effect"
import type { Actions, ContractActions } from "../contract/Actions.ts"
import type { WalletCall } from "../contract/WalletCalls.ts"

const none = Effect.die(new Error("Not here yet"))

/** Until they stand. */
export const contracts: ContractActions = {
  call: ({ to, value, data }) => ({ to, value: `0x${value.toString(16)}`, data }),
  callOf: (): WalletCall => ({ to: "", value: 0n, data: "0x" }),
  approve: ({ token }) => ({ to: token, value: 0n, data: "0x" }),
  spenderIn: () => null,
  estimateCall: () => none,
  tryOut: () => Effect.succeed({ _tag: "Unavailable" }),
}

export const explain: Actions["explain"] = () => none
