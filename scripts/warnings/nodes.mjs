import { makeScriptedRpc } from "../../libs/chains/src/testing/scriptedRpc.ts"
import node from "../../stories/requests/node.json" with { type: "json" }

/** The node of `stories/requests`: every address is a contract, every call succeeds, and nothing moves. */
export const makeStoryNode = () =>
  makeScriptedRpc((method, [first]) => {
    if (method === "eth_getCode") return node.code
    if (method === "eth_gasPrice") return node.answers.eth_gasPrice
    if (method === "eth_simulateV1")
      return [{ calls: first.blockStateCalls[0].calls.map(() => node.simulatedCall) }]
    if (method === "eth_maxPriorityFeePerGas") return "0x0"
    if (method === "eth_getBlockByNumber") return { number: "0x1", timestamp: "0xa", baseFeePerGas: "0x0" }
    if (method !== "eth_call") return undefined
    const selector = first.data.slice(0, 10)
    return node.collections.includes(first.to.toLowerCase()) && selector === "0x313ce567"
      ? "0x"
      : (node.token[selector] ?? "0x")
  }).rpc
