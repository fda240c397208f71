import { passes } from "../evm/guard/passing.ts"

/** What a node answers by itself: filters and subscriptions live in one node, and there may be several. */
export const isRead = (method: string): boolean =>
  passes(method) && /^(?:eth|net|web3)_/.test(method) && !/filter|subscribe/i.test(method)

const said: ReadonlySet<string> = new Set([
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
export const isAnsweredHere = (method: string): boolean => said.has(method) || isRead(method)
