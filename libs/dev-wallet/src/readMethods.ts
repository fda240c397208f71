import { nodeReadMethods } from "@wmodal/protocol"

/** Methods that the wallet passes to the node unchanged: they reveal no account and send only signed transactions. */
export const readMethods: ReadonlySet<string> = new Set([
  ...nodeReadMethods,
  "eth_blobBaseFee",
  "eth_createAccessList",
  "eth_simulateV1",
  "web3_clientVersion",
])
