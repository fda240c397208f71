import type { LedgerEntry, RequestedAction } from "../ledger/Ledger.ts"
import type { Token } from "../networks/Token.ts"
import { scriptedSession } from "./scriptedWallet.ts"

export const ether: Token = {
  network: "eip155:1",
  address: null,
  name: "Ether",
  symbol: "ETH",
  decimals: 18,
  icon: null,
}
export const usdCoin: Token = {
  network: "eip155:1",
  address: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
  name: "USD Coin",
  symbol: "USDC",
  decimals: 6,
  icon: null,
}
export const router = "0x111111125421cA6dc452d289314280a0f8842A65"

/** A swap of 0.5 ETH for at least 1,226.9169 USDC. */
export const swap: Extract<RequestedAction, { readonly _tag: "Swap" }> = {
  _tag: "Swap",
  source: ether,
  destination: usdCoin,
  amount: 500_000_000_000_000_000n,
  minimum: 1_226_916_900n,
  router,
}

/** An approval of 25 USDC for the router. */
export const approval: Extract<RequestedAction, { readonly _tag: "Approval" }> = {
  _tag: "Approval",
  token: usdCoin,
  amount: 25_000_000n,
  spender: router,
}

/** A call that a dApp has requested. */
export const call: Extract<RequestedAction, { readonly _tag: "Call" }> = {
  _tag: "Call",
  intent: "Vote",
  contract: router,
  digest: `0x${"d1".repeat(32)}`,
}

/** Makes the ledger entry of a transfer of half an ether by the scripted wallet. */
export const transferEntry = (change: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id: "entry",
  at: 1_000,
  account: scriptedSession.accounts[0],
  network: "eip155:1",
  connectorId: "io.scripted",
  subject: {
    _tag: "Transfer",
    token: ether,
    amount: 500_000_000_000_000_000n,
    to: "0x70997970c51812dc3a010c7d01b50e0d17dc79c8",
    toName: null,
  },
  transaction: null,
  mark: null,
  state: { _tag: "Sent", hash: "0x5e" },
  mine: false,
  ...change,
})
