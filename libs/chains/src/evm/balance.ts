import { RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Actions } from "../contract/Actions.ts"
import { quantityFromHex } from "./Hex.ts"

export const balance: Actions["balance"] = ({ address, rpc }) =>
  Effect.flatMap(rpc.request("eth_getBalance", [address, "latest"]), (answer) => {
    const wei = quantityFromHex(answer)
    return wei === null
      ? Effect.fail(
          new RpcError({
            method: "eth_getBalance",
            host: "",
            reason: { _tag: "Malformed", detail: "the balance is no hex quantity" },
          }),
        )
      : Effect.succeed(wei)
  })
