import type { HistoryTransaction, HistoryTransfer } from "@wmodal/api"
import type { ActivityState } from "../activity/Activity.ts"

/** The plain address of the scripted wallet's account. */
export const self = "0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb"
export const friend = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"

/** Makes an incoming transfer of 1.5 ether in an account history. */
export const coins = (change: Partial<HistoryTransfer> = {}): HistoryTransfer => ({
  fungible_info: { name: "Ether", symbol: "ETH", icon: { url: "https://images.example/eth" } },
  direction: "in",
  quantity: { numeric: "1.5" },
  ...change,
})

/** Makes an incoming transfer of a collectible. */
export const nft = (spam: boolean, change: Partial<HistoryTransfer> = {}): HistoryTransfer => ({
  nft_info: {
    name: "Cat #1",
    content: { preview: { url: "data:image/png;base64,AA" } },
    flags: { is_spam: spam },
  },
  direction: "in",
  quantity: { numeric: "1" },
  ...change,
})

/** Makes a transaction received from the friend on `eip155:1`, unless `change` overrides it. */
export const tx = (
  hash: string,
  change: Partial<HistoryTransaction["metadata"]> = {},
  transfers: HistoryTransaction["transfers"] = [coins()],
): HistoryTransaction => ({
  id: hash,
  metadata: {
    operationType: "receive",
    hash,
    minedAt: "2026-03-01T12:00:00.000Z",
    sentFrom: friend,
    sentTo: self,
    status: "confirmed",
    chain: "eip155:1",
    ...change,
  },
  transfers,
})

export const getRows = (state: ActivityState) =>
  state._tag === "Loaded" ? state.months.flatMap(({ rows }) => rows) : []
export const getKeys = (state: ActivityState) => getRows(state).map(({ key }) => key)
export const getMore = (state: ActivityState) => (state._tag === "Loaded" ? state.more : state._tag)
