import {
  type FeeBump,
  type LedgerEntry,
  type RecipientWarning,
  type SendReview,
  toTransferSubject,
} from "@wmodal/core/flows"
import type { PaymentUri } from "@wmodal/protocol"
import { bitcoin, mainnet, solana } from "@wmodal/protocol/networks"

export const payer = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
export const payee = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
/** An address with the first and last characters of `payee`. */
export const lookAlikeAddress = "0x7099a1b2C51812dc3A010C7d01b50e0d17dc79C8"

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

/** Returns the review of half an ether to a known recipient. */
export const makeEtherReview = (change: Partial<SendReview> = {}): SendReview => ({
  account: `eip155:1:${payer}`,
  network: mainnet,
  holding: { token: ether, balance: 10n * eth, price: { units: 2500n, decimals: 0 }, value: null },
  amount: eth / 2n,
  fiat: { units: 1250n, decimals: 0 },
  to: { address: payee, name: null, image: null },
  native: 10n * eth,
  sponsored: false,
  fee: { expected: 42n * 10n ** 12n, most: 63n * 10n ** 12n, transactionFields: {}, seconds: null },
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

/** Returns the review of 12.5 of a token that deducts a fee of a tenth. */
export const makeTokenReview = (change: Partial<SendReview> = {}): SendReview => ({
  ...makeEtherReview(),
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

const taproot = "bc1p6f0xvqe892y0fvm2hwnmmj6fzczp7lx6tluvwhymcca4d7a45jjsgzlsdv"
const segwit = "bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te"
const btc = {
  network: bitcoin.caipNetworkId,
  address: null,
  name: "Bitcoin",
  symbol: "BTC",
  decimals: 8,
  icon: null,
}

/** Returns the review of 0.01 BTC to a taproot address. */
export const makeBitcoinReview = (change: Partial<SendReview> = {}): SendReview => ({
  ...makeEtherReview(),
  account: `${bitcoin.caipNetworkId}:${segwit}`,
  network: bitcoin,
  holding: { token: btc, balance: 130_110_600n, price: null, value: null },
  amount: 1_000_000n,
  fiat: null,
  to: { address: taproot, name: null, image: null },
  native: 130_110_600n,
  fee: {
    expected: 987n,
    most: 987n,
    transactionFields: {},
    seconds: 1800,
    parts: [{ _tag: "Rate", perVbyte: 7, vbytes: 141 }],
  },
  feeFiat: null,
  simulation: { _tag: "Unavailable" },
  transaction: { psbt: "cHNidP8=" },
  ...change,
})

/** A fee bump of the payment. */
export const feeRaise: FeeBump = {
  ...makeBitcoinReview(),
  stops: [],
  entry: "entry-0001",
  before: 987n,
  fee: {
    ...makeBitcoinReview().fee,
    expected: 1_974n,
    most: 1_974n,
    parts: [{ _tag: "Rate", perVbyte: 14, vbytes: 141 }],
  },
}

const holder = "9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp"
const mint = "EtcCeEgSjtSnbFcZDXPbtV8oj4CgduHBwVtZawQ5ZRm6"

/** Returns the review of ten tokens to a recipient without an account for the token. */
export const makeSolanaReview = (change: Partial<SendReview> = {}): SendReview => ({
  ...makeEtherReview(),
  account: `${solana.caipNetworkId}:oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96`,
  network: solana,
  holding: {
    token: { ...usdc, network: solana.caipNetworkId, address: mint },
    balance: 9_990_000_000n,
    price: null,
    value: null,
  },
  amount: 10_000_000n,
  fiat: null,
  to: { address: holder, name: null, image: null },
  native: 1_000_000_000n,
  fee: {
    expected: 2_044_548n,
    most: 2_044_548n,
    transactionFields: {},
    seconds: 1,
    parts: [
      { _tag: "Priority", amount: 268n },
      { _tag: "Rent", amount: 2_039_280n },
    ],
  },
  feeFiat: null,
  simulation: {
    _tag: "Simulated",
    sender: [{ token: mint, before: 9_990_000_000n, after: 9_980_000_000n }],
    recipient: [{ token: mint, before: 0n, after: 10_000_000n }],
  },
  transaction: { transaction: "AQID", lastValidBlockHeight: "9" },
  ...change,
})

/** Returns the review of ten tokens on Solana to a recipient by a link with this memo and these references. */
export const makeLinkedReview = (notes: Partial<Pick<PaymentUri, "memo" | "references">>): SendReview =>
  makeSolanaReview({
    to: {
      address: holder,
      name: null,
      image: null,
      link: { namespace: "solana", network: null, recipient: holder, references: [], unused: [], ...notes },
    },
  })

export const firstTime: RecipientWarning = { _tag: "FirstTime", address: payee }
export const lookAlike: RecipientWarning = { _tag: "LookAlike", address: lookAlikeAddress, known: payee }
export const burns: RecipientWarning = { _tag: "Burns", address: usdc.address }

export const makeEntry = (review: SendReview, state: LedgerEntry["state"], at = 0): LedgerEntry => ({
  id: "entry-0001",
  at,
  account: review.account,
  network: review.network.caipNetworkId,
  connectorId: "dev",
  subject: toTransferSubject(review),
  transaction: review.transaction,
  mark: null,
  state,
  mine: false,
})
