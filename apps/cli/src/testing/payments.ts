import type { LedgerEntry, SendReview, Stop } from "@wmodal/core/flows"
import { mainnet } from "@wmodal/protocol/networks"

export const payer = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
export const payee = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
/** The ends of `payee`, and another middle. */
export const double = "0x7099a1b2C51812dc3A010C7d01b50e0d17dc79C8"

const ether = {
  network: "eip155:1",
  address: null,
  name: "Ether",
  symbol: "ETH",
  decimals: 18,
  icon: null,
} as const

const usdc = {
  network: "eip155:1",
  address: "0x8bBC3514477d75EC797BBe4e19d7961660Bb849c",
  name: "Mock USD Coin",
  symbol: "mUSDC",
  decimals: 6,
  icon: null,
} as const

const eth = 10n ** 18n

/** Half an ether to somebody who was paid before. */
export const etherReview = (change: Partial<SendReview> = {}): SendReview => ({
  account: `eip155:1:${payer}`,
  network: mainnet,
  holding: { token: ether, balance: 10n * eth, price: { units: 2500n, decimals: 0 }, value: null },
  amount: eth / 2n,
  fiat: { units: 1250n, decimals: 0 },
  to: { address: payee, name: null, image: null },
  fee: { expected: 42n * 10n ** 12n, most: 63n * 10n ** 12n, terms: {}, seconds: null },
  feeFiat: { units: 105n, decimals: 3 },
  simulation: {
    _tag: "Simulated",
    sender: [{ token: null, before: 10n * eth, after: 10n * eth - eth / 2n }],
    recipient: [{ token: null, before: 0n, after: eth / 2n }],
  },
  stops: [],
  transaction: { to: payee, value: `0x${(eth / 2n).toString(16)}`, data: "0x" },
  ...change,
})

/** 12.5 of a token that keeps a tenth of it. */
export const tokenReview = (change: Partial<SendReview> = {}): SendReview => ({
  ...etherReview(),
  holding: { token: usdc, balance: 20_000_000n, price: null, value: null },
  amount: 12_500_000n,
  fiat: null,
  simulation: {
    _tag: "Simulated",
    sender: [{ token: usdc.address, before: 20_000_000n, after: 7_500_000n }],
    recipient: [{ token: usdc.address, before: 0n, after: 11_250_000n }],
  },
  transaction: { to: usdc.address, value: null, data: "0xa9059cbb" },
  ...change,
})

export const firstTime: Stop = { _tag: "FirstTime", address: payee }
export const lookAlike: Stop = { _tag: "LookAlike", address: double, known: payee }
export const burns: Stop = { _tag: "Burns", address: usdc.address }

export const entryOf = (review: SendReview, state: LedgerEntry["state"], at = 0): LedgerEntry => ({
  id: "entry-0001",
  at,
  account: review.account,
  network: review.network.caipNetworkId,
  connectorId: "dev",
  subject: {
    _tag: "Transfer",
    token: review.holding.token,
    amount: review.amount,
    to: review.to.address,
    toName: review.to.name,
  },
  transaction: review.transaction,
  mark: null,
  state,
  mine: false,
})
