import type { Actions } from "../contract/Actions.ts"
import { readNode } from "../rpc/readNode.ts"
import { quantityFromHex } from "./Hex.ts"

export const balance: Actions["balance"] = ({ address, rpc }) =>
  readNode(rpc, ["eth_getBalance", address, "latest"], quantityFromHex)
