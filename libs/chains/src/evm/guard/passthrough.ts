import { nodeReadMethods } from "@wmodal/protocol"
import { cloneRequest, type RequestJson } from "./cloneRequest.ts"
import { isJsonList, isJsonObject } from "./GuardedRequest.ts"

/** The methods that neither sign nor send: reads, and connecting. All others go to the interceptor. */
const passthroughMethods: ReadonlySet<string> = new Set([
  ...nodeReadMethods,
  "eth_accounts",
  "eth_requestAccounts",
  "eth_chainId",
  "net_version",
  "net_listening",
  "net_peerCount",
  "web3_clientVersion",
  "web3_sha3",
  "eth_blobBaseFee",
  "eth_coinbase",
  "eth_createAccessList",
  "eth_estimateUserOperationGas",
  "eth_getAccount",
  "eth_getUncleByBlockHashAndIndex",
  "eth_getUncleByBlockNumberAndIndex",
  "eth_getUncleCountByBlockHash",
  "eth_getUncleCountByBlockNumber",
  "eth_getUserOperationByHash",
  "eth_getUserOperationReceipt",
  "eth_protocolVersion",
  "eth_simulateV1",
  "eth_subscribe",
  "eth_supportedEntryPoints",
  "eth_unsubscribe",
  "personal_ecRecover",
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
