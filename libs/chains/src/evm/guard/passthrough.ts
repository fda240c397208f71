import { cloneRequest, type RequestJson } from "./cloneRequest.ts"
import { isJsonList, isJsonObject } from "./GuardedRequest.ts"

/** The methods that neither sign nor send: reads, and connecting. All others go to the interceptor. */
const passthroughMethods: ReadonlySet<string> = new Set([
  "eth_accounts",
  "eth_requestAccounts",
  "eth_chainId",
  "net_version",
  "net_listening",
  "net_peerCount",
  "web3_clientVersion",
  "web3_sha3",
  "eth_blobBaseFee",
  "eth_blockNumber",
  "eth_call",
  "eth_coinbase",
  "eth_createAccessList",
  "eth_estimateGas",
  "eth_estimateUserOperationGas",
  "eth_feeHistory",
  "eth_gasPrice",
  "eth_getAccount",
  "eth_getBalance",
  "eth_getBlockByHash",
  "eth_getBlockByNumber",
  "eth_getBlockReceipts",
  "eth_getBlockTransactionCountByHash",
  "eth_getBlockTransactionCountByNumber",
  "eth_getCode",
  "eth_getFilterChanges",
  "eth_getFilterLogs",
  "eth_getLogs",
  "eth_getProof",
  "eth_getStorageAt",
  "eth_getTransactionByBlockHashAndIndex",
  "eth_getTransactionByBlockNumberAndIndex",
  "eth_getTransactionByHash",
  "eth_getTransactionCount",
  "eth_getTransactionReceipt",
  "eth_getUncleByBlockHashAndIndex",
  "eth_getUncleByBlockNumberAndIndex",
  "eth_getUncleCountByBlockHash",
  "eth_getUncleCountByBlockNumber",
  "eth_getUserOperationByHash",
  "eth_getUserOperationReceipt",
  "eth_maxPriorityFeePerGas",
  "eth_newBlockFilter",
  "eth_newFilter",
  "eth_newPendingTransactionFilter",
  "eth_protocolVersion",
  // The transaction is already signed.
  "eth_sendRawTransaction",
  "eth_simulateV1",
  "eth_subscribe",
  "eth_supportedEntryPoints",
  "eth_syncing",
  "eth_uninstallFilter",
  "eth_unsubscribe",
  "wallet_addEthereumChain",
  "wallet_getAssets",
  "wallet_getCallsStatus",
  "wallet_getCapabilities",
  "wallet_getPermissions",
  "wallet_revokePermissions",
  "wallet_showCallsStatus",
  "wallet_switchEthereumChain",
  "wallet_watchAsset",
])

/** Returns true if a request may go to the wallet without a review. Method names are as exact as wallets require. */
export const isPassthrough = (method: string): boolean => passthroughMethods.has(method)

/** The permissions for connecting. Any other may allow signing, installing or spending. Source: EIP-2255, CAIP-25. */
const connectPermissions: ReadonlySet<string> = new Set(["eth_accounts", "endowment:permitted-chains"])

/** Returns a copy of `params` if a dApp requests only permissions for connecting; else `null`. */
export const clonePermissionParams = (method: string, params: unknown): readonly RequestJson[] | null => {
  if (method !== "wallet_requestPermissions") return null
  const copied = cloneRequest(params ?? [])
  const all = isJsonList(copied) ? copied : [copied]
  const [asked] = all
  return all.length === 1 &&
    isJsonObject(asked) &&
    Object.keys(asked).every((name) => connectPermissions.has(name))
    ? all
    : null
}
