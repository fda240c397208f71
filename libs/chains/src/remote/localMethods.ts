import { isPassthrough } from "../evm/guard/passthrough.ts"

/** What a node answers by itself: filters and subscriptions live in one node, and there may be several. */
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

/** What no wallet behind a session is asked for. */
export const isLocalMethod = (method: string): boolean => sessionMethods.has(method) || isReadMethod(method)
