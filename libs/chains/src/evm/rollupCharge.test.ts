import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import {
  feelessBlock,
  makeScriptedRpc,
  ScriptedRejection,
  toRpcErrorResponse,
} from "../testing/scriptedRpc.ts"
import { toQuantityHex } from "./Hex.ts"
import { simulateTransfer } from "./simulateTransfer.ts"

const from = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const to = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`
const currency = `0x${"ee".repeat(20)}`
const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
const moved = (sender: string, receiver: string, units: bigint) => ({
  address: currency,
  topics: [transferTopic, word(BigInt(sender)), word(BigInt(receiver))],
  data: word(units),
})

/** What the sender loses on top of the gas, and how the node answers. */
interface Charge {
  readonly lost: bigint
  /** Whether the node reports transfers of the currency. */
  readonly isTraced?: boolean
  /** The operator's constant; `null` without an oracle. */
  readonly operator?: bigint | null | "limited"
  /** Whether the node is over its limit when the priced run comes. */
  readonly isLimited?: boolean
  /** The balance that the node wants for the priced run. */
  readonly wanted?: bigint
  /** The balance that it wants for the first run, which has no price. */
  readonly wantedUnpriced?: bigint
}

/** Simulates a payment of 5 units by an account of 1,000. */
const simulating = ({
  isLimited = false,
  isTraced = true,
  lost,
  operator = 400n,
  wanted = 0n,
  wantedUnpriced = 0n,
}: Charge) => {
  const { rpc } = makeScriptedRpc((method, [asked]) => {
    const text = JSON.stringify(asked)
    if (method === "eth_call") {
      if (operator === null) return "0x"
      if (operator === "limited")
        return new ScriptedRejection(toRpcErrorResponse(-32005, "too many requests"))
      if (text.includes("0x06f837d3"))
        return new ScriptedRejection(toRpcErrorResponse(3, "execution reverted"))
      return word(text.includes("0x275aedd2") ? operator : 1n)
    }
    if (method === "eth_getBalance") return toQuantityHex(1_000n)
    if (method !== "eth_simulateV1") return feelessBlock[method]
    if (isLimited && text.includes("validation"))
      return new ScriptedRejection(toRpcErrorResponse(-32005, "limit exceeded"))
    const given = new RegExp(`"${from}":{"balance":"(0x[0-9a-f]+)"`).exec(text)?.[1]
    const held = given === undefined ? 1_000n : BigInt(given)
    if (held < (text.includes("validation") ? wanted : wantedUnpriced))
      return new ScriptedRejection(toRpcErrorResponse(-32003, "Insufficient funds for gas * price + value"))
    const read = (value: bigint) => ({
      status: "0x1",
      returnData: word(value),
      gasUsed: "0x1",
      logs: isTraced ? [moved(to, from, 1n)] : [],
    })
    const logs = isTraced ? [moved(from, to, 5n)] : []
    const call = { status: "0x1", returnData: "0x", gasUsed: "0x5208", logs }
    return [{ calls: [read(held), read(0n), call, read(held - lost), read(5n)] }]
  })
  return Effect.runPromise(
    simulateTransfer({
      network,
      rpc,
      transfer: { from, to, token: null, amount: 5n },
      transaction: { to, value: "0x5", data: "0x", gas: "0x5208", maxFeePerGas: "0x0" },
    }),
  )
}

const paid = (lost: bigint) => ({
  _tag: "Simulated",
  sender: [{ token: null, before: 1_000n, after: 1_000n - lost }],
})

describe("a simulation by a node that charges the fees of a rollup", () => {
  it("leaves the fees out of what the sender loses", async () => {
    expect(await simulating({ lost: 405n })).toMatchObject(paid(5n))
  })

  it.each([
    ["the loss is more than the rollup charges", { lost: 410n }],
    ["the network has no fees but gas", { lost: 405n, operator: null }],
    ["the node does not report transfers", { lost: 405n, isTraced: false }],
  ])("keeps the whole loss when %s", async (_, charge) => {
    expect(await simulating(charge)).toMatchObject(paid(charge.lost))
  })

  it("counts as none when the sender loses more than the payment, and what the rollup charges cannot be read", async () => {
    expect(await simulating({ lost: 405n, operator: "limited" })).toEqual({ _tag: "Unavailable" })
    expect(await simulating({ lost: 5n, operator: "limited" })).toMatchObject(paid(5n))
  })

  it("counts as none when a limit of the node is all that it answers to the priced run", async () => {
    expect(await simulating({ lost: 405n, isLimited: true })).toEqual({ _tag: "Unavailable" })
  })

  it("adds the fees to the balance when the node wants them and nothing is left for them", async () => {
    expect(await simulating({ lost: 5n, wanted: 1_300n })).toMatchObject(paid(5n))
    expect(await simulating({ lost: 5n, wanted: 1_300n, operator: null })).toEqual({
      _tag: "Reverts",
      text: "",
    })
  })

  it("adds the fees to the balance also in a run without a price, when the node wants them there too", async () => {
    const short = { lost: 5n, wanted: 1_300n, wantedUnpriced: 1_200n }
    expect(await simulating(short)).toMatchObject(paid(5n))
    expect(await simulating({ ...short, wantedUnpriced: 5_000n })).toEqual({ _tag: "Reverts", text: "" })
    expect(await simulating({ ...short, operator: null })).toEqual({ _tag: "Reverts", text: "" })
  })
})
