import { numberToHex } from "viem"
import { describe, expect, it } from "vitest"
import type { ExplainedField, Explanation } from "../../contract/Explanation.ts"
import type { BalanceChange, CollectibleMove } from "../../contract/Transfer.ts"
import type { WalletCall } from "../../contract/WalletCalls.ts"
import type { Trade } from "../../effects/Trade.ts"
import { emptyExplanation } from "../../explain/emptyExplanation.ts"
import { toAddressWord } from "../contracts/contractAbi.ts"
import type { EventLog } from "../simulationRun.ts"
import { exceedsWords } from "./exceedsWords.ts"

const me = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
const weth = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"
const share = "0x98C23E9d8f34FEFb1B7BD6a91B7FF122F4e16F5c"
const ape = "0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D"
const topic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

const amount = (token: string | null, units: bigint, unlimited = false): ExplainedField => ({
  label: "Amount",
  text: `${units}`,
  value: { _tag: "Amount", units, token, unlimited },
})
const saying = (fields: readonly ExplainedField[], value = 0n): Explanation => ({
  ...emptyExplanation,
  digest: "0x",
  intent: "Swap",
  value,
  fields,
})
const change = (token: string | null, by: bigint): BalanceChange => ({
  token,
  before: 10n ** 30n,
  after: 10n ** 30n + by,
})
const judge = (
  said: Explanation,
  changes: readonly BalanceChange[],
  more: {
    readonly swaps?: readonly Trade[]
    readonly moves?: readonly CollectibleMove[]
    readonly burned?: bigint
    readonly logs?: readonly EventLog[]
    readonly call?: Pick<WalletCall, "data" | "to">
    readonly allows?: boolean
  } = {},
) => {
  const { allows = false, burned, call = { to: ape, data: "0x" }, moves, swaps = [] } = more
  const logs =
    burned === undefined
      ? (more.logs ?? [])
      : [
          {
            address: share.toLowerCase(),
            topics: [topic, toAddressWord(me), toAddressWord(`0x${"0".repeat(40)}`)],
            data: numberToHex(burned, { size: 32 }),
          },
        ]
  return exceedsWords(
    [{ said, call, swaps, allows }],
    { trial: { _tag: "Simulated", changes, ...(moves && { moves }) }, logs },
    me,
  )
}

describe("exceedsWords of what leaves", () => {
  it("counts a token that is the native currency and that currency as one ledger", () => {
    const face = (by: bigint): BalanceChange => ({ ...change(usdc, by), nativeUnits: 1_000_000_000_000n })
    const leaving = [change(null, -5_000n * 10n ** 12n), face(-5_000n)]
    expect(judge(saying([amount(usdc, 5_000n)]), leaving)).toBe(false)
    expect(judge(saying([], 5_000n * 10n ** 12n), leaving)).toBe(false)
    expect(judge(saying([amount(usdc, 4_000n)]), leaving)).toBe(true)
    expect(judge(saying([amount(weth, 5_000n)]), leaving)).toBe(true)
    const two = [change(null, -5_000n * 10n ** 12n), change(usdc, -5_000n)]
    expect(judge(saying([amount(usdc, 5_000n)]), two)).toBe(true)
  })

  it("returns true when more of an asset leaves than the rows name together", () => {
    expect(judge(saying([amount(usdc, 5_000n)]), [change(usdc, -6_000n)])).toBe(true)
    expect(judge(saying([amount(usdc, 5_000n)]), [change(weth, -6_000n)])).toBe(true)
    expect(judge(saying([]), [change(null, -6_000n)])).toBe(true)
    const inner = {
      label: "Call",
      text: "",
      value: { _tag: "Call", call: saying([amount(usdc, 5_000n)]) },
    } as const
    expect(judge(saying([inner, amount(usdc, 500n)]), [change(usdc, -6_000n)])).toBe(true)
    expect(judge(saying([inner, amount(usdc, 1_000n)]), [change(usdc, -6_000n)])).toBe(false)
  })

  it("returns false when no more leaves than the rows name, and what is sent", () => {
    expect(judge(saying([amount(usdc.toLowerCase(), 5_000n)]), [change(usdc, -5_000n)])).toBe(false)
    expect(judge(saying([amount(usdc, 2n ** 256n - 1n, true)]), [change(usdc, -(10n ** 20n))])).toBe(false)
    expect(judge(saying([], 6_000n), [change(null, -6_000n)])).toBe(false)
    expect(judge(saying([]), [change(usdc, 10n ** 9n)])).toBe(false)
  })

  it("counts no rounding, no collectible that is named, and no share that ends", () => {
    expect(judge(saying([amount(usdc, 10n ** 18n)]), [change(usdc, -(10n ** 18n) - 2n)])).toBe(false)
    const move = { collection: share, id: 1n, amount: -20n }
    const call = { to: share, data: numberToHex(1n, { size: 32 }) }
    expect(judge(saying([]), [change(share, -20n)], { moves: [move], call })).toBe(false)
    expect(judge(saying([]), [change(share, -5_000n)], { burned: 5_000n })).toBe(false)
    expect(judge(saying([]), [change(share, -6_000n)], { burned: 5_000n })).toBe(true)
  })
})

describe("exceedsWords of collectibles", () => {
  const word = (value: bigint) => numberToHex(value, { size: 32 })
  const leaving = (to: string): EventLog => ({
    address: ape.toLowerCase(),
    topics: [topic, toAddressWord(me), toAddressWord(to), word(4321n)],
    data: "0x",
  })
  const logs = [leaving(usdc)]
  const call = { to: ape, data: `0x23b872dd${word(4321n).slice(2)}` }

  it("returns true when one leaves that no call of its collection names", () => {
    const changes = [change(ape, -1n)]
    expect(judge(saying([]), changes, { logs, call: { to: usdc, data: call.data } })).toBe(true)
    expect(judge(saying([]), changes, { logs, call: { to: ape, data: word(4320n) } })).toBe(true)
    expect(
      judge(saying([]), changes, { logs: [leaving(`0x${"0".repeat(40)}`)], call: { ...call, to: usdc } }),
    ).toBe(true)
    const moves = [{ collection: share, id: 1n, amount: -1n }]
    expect(judge(saying([]), [], { moves, call: { to: share, data: word(2n) } })).toBe(true)
    expect(judge(saying([]), [], { moves, call: { to: usdc, data: word(1n) } })).toBe(true)
  })

  it("returns false when its collection's call names it, or ends it, or it arrives", () => {
    expect(judge(saying([]), [change(ape, -1n)], { logs, call })).toBe(false)
    const ended = [leaving(`0x${"0".repeat(40)}`)]
    expect(judge(saying([]), [change(ape, -1n)], { logs: ended, call: { to: ape, data: "0x" } })).toBe(false)
    expect(judge(saying([]), [], { moves: [{ collection: share, id: 1n, amount: 1n }] })).toBe(false)
  })
})

describe("exceedsWords of allowances", () => {
  it("counts what a call only allows as neither named nor paid", () => {
    const said = saying([amount(usdc, 5_000n)])
    expect(judge(said, [change(usdc, -5_000n)], { allows: true })).toBe(true)
    expect(judge(said, [change(usdc, -1n)], { allows: true })).toBe(true)
    expect(judge(said, [change(usdc, -5_000n)])).toBe(false)
    const swap = {
      gives: [{ asset: { _tag: "Native" }, units: 1n }],
      gets: [{ asset: { _tag: "Token", token: weth }, units: 900n }],
    } as const
    const call = { to: ape, data: "0x" }
    const trial = { _tag: "Simulated", changes: [change(null, -1n)] } as const
    const allowing = { said: saying([amount(weth, 1n)]), call, allows: true }
    expect(
      exceedsWords([{ said: saying([], 1n), call, swaps: [swap] }, allowing], { trial, logs: [] }, me),
    ).toBe(true)
  })
})

describe("exceedsWords of what arrives", () => {
  const token = (address: string, units: bigint) =>
    ({ asset: { _tag: "Token", token: address }, units }) as const
  const swap = { gives: [token(usdc, 5_000n)], gets: [token(weth, 900n)] }
  const said = saying([amount(usdc, 5_000n), amount(weth, 900n)])

  it("returns true when less arrives than the swaps promise", () => {
    expect(judge(said, [change(usdc, -5_000n), change(weth, 899n)], { swaps: [swap] })).toBe(true)
    expect(judge(said, [change(usdc, -5_000n)], { swaps: [swap] })).toBe(true)
    expect(judge(said, [change(usdc, -5_000n), change(weth, 1_799n)], { swaps: [swap, swap] })).toBe(true)
  })

  it("returns false when as much arrives, or nothing moves", () => {
    expect(judge(said, [change(usdc, -5_000n), change(weth, 900n)], { swaps: [swap] })).toBe(false)
    expect(judge(said, [change(usdc, 0n), change(weth, 0n)], { swaps: [swap] })).toBe(false)
  })

  it("returns false when the asset also leaves as the words say", () => {
    const back = { gives: [token(weth, 300n)], gets: [token(usdc, 1n)] }
    expect(judge(said, [change(usdc, -4_999n), change(weth, 600n)], { swaps: [swap, back] })).toBe(false)
    const inCurrency = {
      gives: [token(usdc, 5_000n)],
      gets: [{ asset: { _tag: "Native" }, units: 900n }],
    } as const
    expect(
      judge(saying([amount(usdc, 5_000n)], 500n), [change(usdc, -5_000n), change(null, 400n)], {
        swaps: [inCurrency],
      }),
    ).toBe(false)
    expect(
      judge(saying([amount(usdc, 5_000n)]), [change(usdc, -5_000n), change(null, 400n)], {
        swaps: [inCurrency],
      }),
    ).toBe(true)
  })
})

it("returns false when no node simulates", () => {
  expect(
    exceedsWords(
      [{ said: saying([]), call: { to: ape, data: "0x" } }],
      { trial: { _tag: "Unavailable" }, logs: [] },
      me,
    ),
  ).toBe(false)
})
