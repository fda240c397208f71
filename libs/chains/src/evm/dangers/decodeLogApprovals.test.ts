import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { makeScriptedRpc, ScriptedRejection, toRpcErrorResponse } from "../../testing/scriptedRpc.ts"
import type { EventLog } from "../simulationRun.ts"
import { decodeLogApprovals } from "./decodeLogApprovals.ts"
import type { TokenApproval } from "./TokenApproval.ts"

const owner = "0x2222222222222222222222222222222222222222"
const spender = "0x3333333333333333333333333333333333333333"
const token = "0x4444444444444444444444444444444444444444"
const permit2 = "0x000000000022d473030f116ddee9f6b43ac78ba3"
const word = (value: string | bigint) =>
  `0x${(typeof value === "string" ? value.slice(2) : value.toString(16)).padStart(64, "0")}` as const
const max = 2n ** 256n - 1n

const approval = "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925"
const approvalForAll = "0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31"
const permit2Approval = "0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b"
const permit2Permit = "0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec"

const log = (topics: readonly string[], data: bigint, address: string = token): EventLog => ({
  address,
  topics: topics.map((topic) => word(topic)),
  data: word(data),
})

/** An event with the end of the approval in a second word. */
const endingLog = (event: string, end: bigint, address = permit2): EventLog => {
  const one = log([event, owner, token, spender], 7n, address)
  return { ...one, data: `${one.data}${word(end).slice(2)}` }
}

const findLogApprovals = (
  logs: readonly EventLog[],
  before: unknown = word(0n),
  told: readonly TokenApproval[] = [],
) =>
  Effect.runPromise(
    decodeLogApprovals(
      makeScriptedRpc(() => before).rpc,
      logs,
      owner.toUpperCase().replace("0X", "0x"),
      told,
    ),
  )

const of = (amount: bigint | "all") => [{ token, spender, amount }]

describe("decodeLogApprovals", () => {
  it.each([
    ["a token", log([approval, owner, spender], max), of(max)],
    ["a collection", log([approvalForAll, owner, spender], 1n), of("all")],
    ["a collection that takes it back", log([approvalForAll, owner, spender], 0n), []],
    ["Permit2", log([permit2Approval, owner, token, spender], 7n, permit2), of(7n)],
    ["Permit2, of a permit", log([permit2Permit, owner, token, spender], 7n, permit2), of(7n)],
    [
      "Permit2, with an end",
      endingLog(permit2Approval, 1_800_000_000n),
      [{ token, spender, amount: 7n, until: 1_800_000_000_000 }],
    ],
    [
      "Permit2, of a permit with an end",
      endingLog(permit2Permit, 1_800_000_000n),
      [{ token, spender, amount: 7n, until: 1_800_000_000_000 }],
    ],
    ["Permit2, which never ends", endingLog(permit2Approval, 2n ** 48n - 1n), of(7n)],
    ["another contract, with an end", endingLog(permit2Approval, 1_800_000_000n, token), of(7n)],
    ["another owner's token", log([approval, spender, owner], max), []],
    [
      "one collectible",
      log([approval, owner, spender, "0x5"], max),
      [{ token, spender, amount: 5n, isItem: true }],
    ],
    ["something else", log([`0x${"12".repeat(32)}`, owner, spender], max), []],
    ["an event without a name", log([], max), []],
  ])("decodes the approval event of %s", async (_, one, approvals) => {
    expect(await findLogApprovals([one])).toEqual(approvals)
  })

  it("ignores an approval when the spender's previous allowance was at least as high", async () => {
    const one = log([approval, owner, spender], 7n)
    expect(await findLogApprovals([one], word(7n))).toEqual([])
    expect(await findLogApprovals([one], word(6n))).toEqual(of(7n))
    expect(
      await findLogApprovals([one], new ScriptedRejection(toRpcErrorResponse(3, "execution reverted"))),
    ).toEqual(of(7n))
  })

  it("ignores approvals known from calldata, and revoked ones", async () => {
    const one = log([approval, owner, spender], 7n)
    const told = (amount: bigint) => [{ token: token.toUpperCase(), spender, amount }]
    expect(await findLogApprovals([one, log([approval, owner, spender], 0n)], word(0n), told(7n))).toEqual([])
    expect(await findLogApprovals([one], word(0n), told(8n))).toEqual(of(7n))
  })

  it("ends with null when there are more events than are decoded", async () => {
    const one = log([approval, owner, spender], 7n)
    const all = await findLogApprovals(Array.from({ length: 51 }, () => one))
    expect([all.length, all.at(-1)]).toEqual([51, null])
  })
})
