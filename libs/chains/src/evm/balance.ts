import type { Actions } from "../contract/Actions.ts"
import { quantityFromHex } from "./Hex.ts"
import { readNode } from "./readNode.ts"

export const balance: Actions["balance"] = ({ address, rpc }) =>
  readNode(rpc, ["eth_getBalance", address, "latest"], quantityFromHex)
