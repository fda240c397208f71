import type { ChainActions } from "../contract/ChainActions.ts"
import { fetchNode } from "../rpc/fetchNode.ts"
import { isHexBytes } from "./Hex.ts"

/** The code prefix of an account that delegates to a contract. Source: EIP-7702. */
const delegationPrefix = "0xef0100"

export const isDelegation = (code: string): boolean => code.toLowerCase().startsWith(delegationPrefix)

export const isDelegated: ChainActions["isDelegated"] = ({ address, rpc }) =>
  fetchNode(rpc, ["eth_getCode", address, "latest"], (code) => (isHexBytes(code) ? isDelegation(code) : null))
