import { isPassthrough } from "../evm/guard/passthrough.ts"

/**
 * Returns `true` for methods of a node. Filters and subscriptions are excluded: they exist in one node, and there may
 * be several.
 */
export const isReadMethod = (method: string): boolean =>
  isPassthrough(method) && /^(?:eth|net|web3)_/.test(method) && !/filter|subscribe/i.test(method)

const sessionMethods: ReadonlySet<string> = new Set([
  "eth_accounts",
  "eth_requestAccounts",
  "eth_coinbase",
  "eth_chainId",
  "net_version",
  "wallet_getPermissions",
  "wallet_requestPermissions",
  "wallet_switchEthereumChain",
])

/** Returns `true` for methods that are never sent to a wallet behind a session. */
export const isLocalMethod = (method: string): boolean => sessionMethods.has(method) || isReadMethod(method)
