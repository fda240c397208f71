import type { LedgerEntry } from "../ledger/Ledger.ts"
import { scriptedSession } from "./scriptedWallet.ts"

/** A transfer of half an ether by the scripted wallet, as the ledger has it. */
export const transferEntry = (change: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id: "entry",
  at: 1_000,
  account: scriptedSession.accounts[0],
  network: "eip155:1",
  connectorId: "io.scripted",
  subject: {
    _tag: "Transfer",
    token: { network: "eip155:1", address: null, name: "Ether", symbol: "ETH", decimals: 18, icon: null },
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
