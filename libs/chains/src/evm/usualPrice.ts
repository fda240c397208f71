import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import { fetchNode } from "../rpc/fetchNode.ts"
import { parseQuantity } from "./Hex.ts"
import { askSecondNode, askTwoNodes } from "./secondNode.ts"

/** A price above this multiple of the usual one is not explained by a busy network. */
export const maxPriceFactor = 10n

const fetchPrice = (rpc: Rpc): Effect.Effect<bigint | null> =>
  Effect.orElseSucceed(fetchNode(rpc, ["eth_gasPrice"], parseQuantity), () => null)

/** Returns the usual price on nodes of another host, in wei per gas; `null` if there are none, or none responds. */
export const fetchSecondPrice = (rpc: Rpc): Effect.Effect<bigint | null> =>
  askSecondNode(rpc, fetchPrice, null)

/** Returns the lower of the prices that two nodes call usual: the other one may lie. `null` if no node responds. */
export const fetchUsualPrice = (rpc: Rpc): Effect.Effect<bigint | null> =>
  Effect.map(askTwoNodes(rpc, fetchPrice, null), ([one, other]) =>
    one === null || other === null ? (one ?? other) : one < other ? one : other,
  )
