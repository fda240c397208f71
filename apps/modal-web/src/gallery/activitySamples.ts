import type {
  ActivityMonth,
  ActivityRow,
  ActivityState,
  EntryState,
  LedgerEntry,
  Movement,
} from "@wmodal/core/flows"
import { account, ether, usdCoin } from "./signedIn.ts"

const nina = "0x7cB57B5A97eAbe94205C07890BE4c1aD31E41D2b"
const hash = `0x${"4f".repeat(32)}`

/** Returns noon of a day of this month, or of `months` before it. The gallery looks the same all day. */
const noon = (months: number, day: number) => {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth() - months, day, 12, 4).getTime()
}

/** Returns the number that a text shows; `null` for a name. */
const toSampleAmount = (text: string): Movement["amount"] => {
  const [, digits] = /^[-+]?([\d,.]+) \S+$/.exec(text) ?? []
  return digits === undefined ? null : { units: BigInt(digits.replaceAll(/[,.]/g, "")), decimals: 3 }
}

const movement = (text: string, direction: Movement["direction"]): Movement => ({
  text,
  amount: toSampleAmount(text),
  symbol: text.split(" ").at(-1) ?? "",
  direction,
  icon: null,
  collectible: false,
})

export const row = (key: string, over: Partial<ActivityRow>): ActivityRow => ({
  key,
  network: "eip155:1",
  hash,
  entry: null,
  status: "confirmed",
  operation: "send",
  at: noon(0, 1),
  counterparty: nina,
  movements: [movement("25.000 USDC", "out")],
  explorerUrl: `https://etherscan.io/tx/${hash}`,
  ...over,
})

/** Returns a payment that this engine requested. */
export const payment = (state: EntryState): LedgerEntry => ({
  id: "payment",
  at: noon(0, 2),
  account: account.caipAddress,
  network: "eip155:1",
  connectorId: "MetaMask",
  subject: { _tag: "Transfer", token: usdCoin.token, amount: 25000000n, to: nina, toName: "nina.eth" },
  transaction: null,
  mark: null,
  state,
  mine: true,
})

export const signature: LedgerEntry = {
  ...payment({ _tag: "Signed" }),
  id: "signature",
  subject: { _tag: "Message", digest: hash },
}

const exchange = "0x111111125421cA6dc452d289314280a0f8842A65"

/** Returns a swap of half an ether for dollars, in one batch with its approval. */
export const swap = (state: EntryState): LedgerEntry => ({
  ...payment(state),
  id: "swap",
  batch: "0x01",
  subject: {
    _tag: "Swap",
    source: ether.token,
    destination: usdCoin.token,
    amount: 500000000000000000n,
    minimum: 1226916900n,
    router: exchange,
  },
})

export const approval: LedgerEntry = {
  ...payment({ _tag: "Confirmed", hash, at: noon(0, 2), fee: 31500000441000n }),
  id: "approval",
  subject: { _tag: "Approval", token: usdCoin.token, amount: 25000000n, spender: exchange },
}

/** Returns a dApp request that could not be decoded. */
export const call = (intent: string | null): LedgerEntry => ({
  ...payment({ _tag: "Sent", hash }),
  id: "call",
  subject: { _tag: "Call", intent, contract: exchange, digest: hash },
})

export const wei: LedgerEntry = {
  ...payment({ _tag: "Confirmed", hash, at: noon(0, 2), fee: 31500000441000n }),
  subject: { _tag: "Transfer", token: ether.token, amount: 1n, to: nina, toName: null },
}

const month = (before: number, rows: readonly ActivityRow[]): ActivityMonth => {
  const then = new Date(noon(before, 1))
  return { year: then.getFullYear(), month: then.getMonth(), rows }
}

export const months: readonly ActivityMonth[] = [
  month(0, [
    row("trade", {
      operation: "trade",
      at: noon(0, 1),
      movements: [movement("0.500 ETH", "out"), movement("1,239.310 USDC", "in")],
    }),
    row("receive", { operation: "receive", movements: [movement("+0.300 ETH", "in")] }),
    row("failed", { status: "failed" }),
    row("approve", { operation: "approve", movements: [] }),
    row("revoke", { operation: "revoke", movements: [] }),
  ]),
  month(1, [
    row("mint", {
      operation: "mint",
      at: noon(1, 30),
      counterparty: null,
      movements: [{ ...movement("A quiet morning #12", "in"), collectible: true }],
    }),
    row("two", {
      operation: "receive",
      at: noon(1, 20),
      movements: [movement("10.000 USDC", "in"), movement("2.000 POL", "in")],
    }),
    row("execute", { operation: "execute", at: noon(1, 12), movements: [] }),
    row("huge", { at: noon(1, 2), movements: [movement("123,456,789,012,345.678 LONGNAME", "out")] }),
  ]),
  month(14, [
    row("old", { operation: "withdraw", at: noon(14, 7), movements: [movement("-12.000 POL", "out")] }),
  ]),
]

export const pendingRow = row("pending", {
  status: "pending",
  entry: payment({ _tag: "Sent", hash }),
  at: Date.now(),
})

export const busy: ActivityState = { _tag: "Loaded", pending: [pendingRow], months, more: "none" }

/** Returns this many rows over a hundred months, for benchmarks. */
export const endless = (count: number): ActivityState => ({
  _tag: "Loaded",
  pending: [],
  months: Array.from({ length: 100 }, (_, before) =>
    month(
      before,
      Array.from({ length: count / 100 }, (_, index) =>
        row(`${before} ${index}`, {
          at: noon(before, 28 - (index % 28)),
          ...(index % 3 === 0 && {
            operation: "receive",
            movements: [movement(`+${index}.250 ETH`, "in")],
          }),
        }),
      ),
    ),
  ),
  more: "none",
})

export const sent: EntryState = { _tag: "Sent", hash }
export const states: Readonly<Record<string, EntryState>> = {
  asked: { _tag: "Asked" },
  declined: { _tag: "Declined" },
  "not-sent": { _tag: "NotSent", text: "The vault is on fire" },
  signed: { _tag: "Signed" },
  lost: { _tag: "Lost" },
  taken: { _tag: "Taken", batch: "0x01" },
  sent,
  confirmed: { _tag: "Confirmed", hash, at: noon(0, 2), fee: 31500000441000n },
  reverted: { _tag: "Reverted", hash, at: noon(0, 2), fee: 31500000441000n },
  replaced: { _tag: "Replaced", hash, by: `0x${"5e".repeat(32)}` },
  cancelled: { _tag: "Cancelled", hash, by: `0x${"5e".repeat(32)}` },
  dropped: { _tag: "Dropped", hash },
}
