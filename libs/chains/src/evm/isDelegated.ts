import type { ChainActions } from "../contract/ChainActions.ts"
import { fetchNode } from "../rpc/fetchNode.ts"
import { isHexBytes } from "./Hex.ts"

/** Begins the code of an account that runs another one's. Source: EIP-7702. */
const delegationPrefix = "0xef0100"

export const isDelegated: ChainActions["isDelegated"] = ({ address, rpc }) =>
  fetchNode(rpc, ["eth_getCode", address, "latest"], (code) =>
    isHexBytes(code) ? code.toLowerCase().startsWith(delegationPrefix) : null,
  )
