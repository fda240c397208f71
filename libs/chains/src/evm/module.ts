import { RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Actions, ChainModule } from "../contract/Chain.ts"
import type { Connector } from "../contract/Connector.ts"
import { discover } from "./discover.ts"
import { quantityFromHex } from "./Hex.ts"

const balance: Actions["balance"] = ({ address, rpc }) =>
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

/** `connectors` are found before anything on the page is. */
export const evmModule = (connectors: readonly Connector[]): ChainModule => ({
  discover: (environment) => discover(environment, connectors),
  actions: { balance },
})
