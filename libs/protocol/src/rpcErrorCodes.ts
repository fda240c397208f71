/**
 * Names for JSON-RPC error codes of nodes and wallets.
 * Source: JSON-RPC 2.0, EIP-1474, EIP-1193, EIP-3085; 3 is a node's revert, 5000 a wallet's rejection (CAIP-25).
 */
export const rpcErrorNames = {
  "-32700": "ParseError",
  "-32600": "InvalidRequest",
  "-32601": "MethodNotFound",
  "-32602": "InvalidParams",
  "-32603": "InternalError",
  "-32000": "InvalidInput",
  "-32001": "ResourceNotFound",
  "-32002": "ResourceUnavailable",
  "-32003": "TransactionRejected",
  "-32004": "MethodNotSupported",
  "-32005": "LimitExceeded",
  "-32006": "VersionNotSupported",
  "3": "ExecutionReverted",
  "4001": "UserRejected",
  "4100": "Unauthorized",
  "4200": "UnsupportedMethod",
  "4900": "Disconnected",
  "4901": "ChainDisconnected",
  "4902": "UnrecognizedChain",
  "5000": "UserRejected",
} as const

/** The name of a standard JSON-RPC or EIP-1193 error code. */
export type RpcErrorName = (typeof rpcErrorNames)[keyof typeof rpcErrorNames]

const isKnownCode = (code: string): code is keyof typeof rpcErrorNames => Object.hasOwn(rpcErrorNames, code)

/** Returns the name of an error code, or `null` for a code without a standard meaning. */
export const getRpcErrorName = (code: number): RpcErrorName | null => {
  const key = String(code)
  return isKnownCode(key) ? rpcErrorNames[key] : null
}
