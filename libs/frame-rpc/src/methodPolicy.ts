import { nodeReadMethods } from "@wmodal/protocol"

/** Methods that the embedded wallet executes without approval: reads, and broadcasts of signed transactions. */
export const safeMethods = [
  ...nodeReadMethods,
  "eth_accounts",
  "eth_chainId",
  "eth_getAccount",
  "eth_getUncleCountByBlockHash",
  "eth_getUncleCountByBlockNumber",
  "wallet_getCapabilities",
  "wallet_getCallsStatus",
  "eth_getUserOperationReceipt",
  "eth_estimateUserOperationGas",
  "eth_getUserOperationByHash",
  "eth_supportedEntryPoints",
  "wallet_getAssets",
] as const

/** Methods that need the user's approval. */
export const unsafeMethods = [
  "personal_sign",
  "eth_signTypedData_v4",
  "eth_sendTransaction",
  "solana_signMessage",
  "solana_signTransaction",
  "solana_signAllTransactions",
  "solana_signAndSendTransaction",
  "wallet_sendCalls",
  "wallet_grantPermissions",
  "wallet_revokePermissions",
  "eth_sendUserOperation",
] as const

/**
 * Returns the policy of a method. `unlisted` methods are rejected. Source: the AppKit 1.7.2 wire, secure-site version
 * 4.
 */
export const getMethodPolicy = (method: string): "safe" | "unsafe" | "unlisted" => {
  if (safeMethods.some((safe) => safe === method)) return "safe"
  return unsafeMethods.some((unsafe) => unsafe === method) ? "unsafe" : "unlisted"
}
