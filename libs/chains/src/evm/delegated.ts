import type { Actions } from "../contract/Actions.ts"
import { readNode } from "../rpc/readNode.ts"
import { isHexBytes } from "./Hex.ts"

/** Begins the code of an account that runs another one's. Source: EIP-7702. */
const designator = "0xef0100"

export const delegated: Actions["delegated"] = ({ address, rpc }) =>
  readNode(rpc, ["eth_getCode", address, "latest"], (code) =>
    isHexBytes(code) ? code.toLowerCase().startsWith(designator) : null,
  )
