import { RpcError } from "@wmodal/protocol"
import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect, Result } from "effect"
import { encodeAbiParameters, encodeEventTopics, type Hex, numberToHex, parseAbi } from "viem"
import { entryPoint08Abi, entryPoint08Address } from "viem/account-abstraction"
import { describe, expect, it } from "vitest"
import type { SendCheckpoint } from "../../contract/TransactionStatus.ts"
import { makeScriptedRpc, ScriptedRejection, toRpcErrorResponse } from "../../testing/scriptedRpc.ts"
import { findTransaction } from "../findTransaction.ts"

const safe = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const owner = "0x2222222222222222222222222222222222222222"
const nobody = "0x0000000000000000000000000000000000000000"
const transaction = { to: "0x3333333333333333333333333333333333333333", value: "0x5", data: "0x" }
const toTestHash = (id: number) => numberToHex(id, { size: 32 })
/** What its owners sign, and what executes it. */
const [proposal, execution] = [toTestHash(0x5afe), toTestHash(1)]
const start = 9n

interface NodeFixture {
  readonly log?: object
  readonly block?: bigint
  readonly code?: string
  readonly status?: string
  readonly tip?: bigint
  /** It has the log, and not yet its receipt. */
  readonly isIndexing?: boolean
  /** Refuses the logs of more blocks. */
  readonly refuse?: (blocks: bigint) => ScriptedRejection | null
}

/** A node that knows one mined transaction, with one log. */
const makeNode = ({
  block = 2_000n,
  code = "0x6080",
  isIndexing = false,
  log,
  refuse = () => null,
  status = "0x1",
  tip = 3_000n,
}: NodeFixture) =>
  makeScriptedRpc((method, [first]) => {
    switch (method) {
      case "eth_getCode":
        return code
      case "eth_getBlockByNumber": {
        if (first === "pending") return null
        const number = first === "latest" ? tip : BigInt(String(first))
        return {
          number: numberToHex(number),
          hash: toTestHash(10_000 + Number(number)),
          timestamp: "0x1",
          transactions: [],
        }
      }
      case "eth_getTransactionCount":
        return "0x0"
      case "eth_getTransactionByHash":
        return first === execution
          ? {
              hash: execution,
              from: owner,
              to: safe,
              nonce: "0x7",
              value: "0x0",
              input: "0x",
              blockNumber: numberToHex(block),
            }
          : null
      case "eth_getTransactionReceipt":
        return first === execution && log !== undefined && !isIndexing
          ? {
              transactionHash: execution,
              blockHash: toTestHash(10_000 + Number(block)),
              blockNumber: numberToHex(block),
              status,
              gasUsed: "0x5208",
              effectiveGasPrice: "0x2",
              logs: [{ ...log, transactionHash: execution }],
            }
          : null
      case "eth_getLogs": {
        const { fromBlock, toBlock } = first as { fromBlock: Hex; toBlock: Hex | "latest" }
        const last = toBlock === "latest" ? tip : BigInt(toBlock)
        const isThere = log !== undefined && block >= BigInt(fromBlock) && block <= last
        return (
          refuse(last - BigInt(fromBlock) + 1n) ?? (isThere ? [{ ...log, transactionHash: execution }] : [])
        )
      }
      default:
        return undefined
    }
  })

/** Looks at one node again and again, each time with the checkpoint of the last look. */
const makeLooks = (node: NodeFixture, hash: string | null = proposal, rpcNode = makeNode(node)) => {
  let mark: SendCheckpoint = { next: "0x0", mined: "0x0", block: numberToHex(start) }
  return () => {
    rpcNode.asked.length = 0
    const sought = { from: safe, transaction, mark, hash, excludedHashes: [] }
    return Effect.runPromise(
      Effect.map(Effect.result(findTransaction({ network, rpc: rpcNode.rpc, sought })), (standing) => {
        if (Result.isSuccess(standing) && standing.success._tag === "Pending")
          mark = standing.success.mark ?? mark
        const filters = rpcNode.asked.flatMap(([method, [filter]]) =>
          method === "eth_getLogs" ? [filter as { readonly address: readonly string[] }] : [],
        )
        return {
          standing,
          searched: mark["searched"],
          searches: filters.length,
          ofSafe: filters.filter(({ address }) => address.length === 1).length,
        }
      }),
    )
  }
}

const look = (node: NodeFixture, hash?: string | null) => makeLooks(node, hash)()

const executed = (
  name: "ExecutionSuccess" | "ExecutionFailure",
  { isIndexed = false, payment = 0n, hash = proposal } = {},
) => {
  const [topic] = encodeEventTopics({
    abi: parseAbi([
      "event ExecutionSuccess(bytes32 hash, uint256 payment)",
      "event ExecutionFailure(bytes32 hash, uint256 payment)",
    ]),
    eventName: name,
  })
  const words = encodeAbiParameters([{ type: "bytes32" }, { type: "uint256" }], [hash, payment])
  return {
    address: safe,
    topics: isIndexed ? [topic, hash] : [topic],
    data: isIndexed ? `0x${words.slice(66)}` : words,
  }
}

describe("findTransaction of a Safe by the hash that its owners sign: wevm/wagmi#2461, wevm/wagmi#4579", () => {
  it("waits while no node knows the hash", async () => {
    expect((await look({})).standing).toMatchObject({ success: { _tag: "Pending", hash: proposal } })
    expect(
      (await look({ log: executed("ExecutionSuccess", { hash: toTestHash(0xbad) }) })).standing,
    ).toMatchObject({
      success: { _tag: "Pending", hash: proposal },
    })
  })

  it.each([
    ["1.3", false],
    ["1.4", true],
  ] as const)("finds its execution by a Safe %s", async (_, isIndexed) => {
    const mined = { _tag: "Mined", hash: execution, block: 2_000n }
    expect((await look({ log: executed("ExecutionSuccess", { isIndexed }) })).standing).toMatchObject({
      success: { ...mined, succeeded: true, fee: 0n },
    })
    expect((await look({ log: executed("ExecutionFailure", { isIndexed }) })).standing).toMatchObject({
      success: { ...mined, succeeded: false, fee: 0n },
    })
  })

  it("reports no fee when the Safe pays who executes it", async () => {
    const log = executed("ExecutionSuccess", { payment: 7n })
    expect((await look({ log })).standing).toMatchObject({ success: { _tag: "Mined", fee: null } })
  })

  it("takes no word of another contract", async () => {
    const log = { ...executed("ExecutionSuccess"), address: owner }
    expect((await look({ log })).standing).toMatchObject({ success: { _tag: "Pending", hash: proposal } })
  })

  it.each([
    ["an account without code", "0x"],
    ["an account with delegated code, which has nonces of its own", `0xef0100${owner.slice(2)}`],
  ])("returns Missing for %s", async (_, code) => {
    expect((await look({ code })).standing).toMatchObject({ success: { _tag: "Missing" } })
  })
})

describe("findTransaction at a node with a limit for logs", () => {
  const [topic, ...indexed] = encodeEventTopics({
    abi: entryPoint08Abi,
    eventName: "UserOperationEvent",
    args: { userOpHash: proposal, sender: safe, paymaster: nobody },
  })
  const operation = {
    address: entryPoint08Address,
    topics: [topic, ...indexed],
    data: encodeAbiParameters(
      [{ type: "uint256" }, { type: "bool" }, { type: "uint256" }, { type: "uint256" }],
      [0n, true, 77n, 1n],
    ),
  }
  const limit = (most: bigint, code: number, text: string) => (blocks: bigint) =>
    blocks > most ? new ScriptedRejection(toRpcErrorResponse(code, text)) : null

  it.each([
    [
      "bobanetwork/boba_legacy#866: 3,000 blocks",
      2_500n,
      limit(2_000n, -32000, "exceed maximum block range: 2000"),
    ],
    [
      "serenita-org/ethstaker.tax#98: 500 blocks",
      300n,
      limit(500n, -32005, "query exceeds max block range 500"),
    ],
    [
      "INFURA/infura#237: a range by an invalid param",
      900n,
      limit(1_000n, -32602, "range 1000000 exceeds limit of 10000"),
    ],
    [
      "ten blocks",
      60n,
      limit(
        10n,
        -32600,
        "Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range.",
      ),
    ],
    [
      "OffchainLabs/arbitrum-sdk#609: HTTP 413",
      900n,
      (blocks: bigint) => (blocks > 1_000n ? new ScriptedRejection({ _tag: "Status", status: 413 }) : null),
    ],
  ] as const)("finds the operation of %s", async (_, block, refuse) => {
    const { searches, standing } = await look({ log: operation, block, refuse })
    expect(standing).toMatchObject({ success: { _tag: "Mined", hash: execution, succeeded: true, fee: 77n } })
    expect(searches).toBeLessThanOrEqual(20)
  })

  it("ends when the node gives no logs at all, or after twenty requests", async () => {
    const none = await look({ log: operation, refuse: limit(0n, -32601, "Method not found") })
    expect(none).toMatchObject({ standing: { success: { _tag: "Pending" } } })
    expect((await look({ refuse: limit(10n, -32000, "limit") })).searches).toBeLessThanOrEqual(40)
  })

  it("fails when the node cannot be reached", async () => {
    const lost = new ScriptedRejection({ _tag: "TimedOut", milliseconds: 1 })
    expect((await look({ refuse: () => lost })).standing).toMatchObject({ failure: expect.any(RpcError) })
  })
})

describe("findTransaction of a Safe whose owners sign much later", () => {
  const most = (limit: bigint) => (blocks: bigint) =>
    blocks > limit ? new ScriptedRejection(toRpcErrorResponse(-32600, `up to a ${limit} block range`)) : null
  const log = executed("ExecutionSuccess")
  const mined = { success: { _tag: "Mined", hash: execution, succeeded: true } }

  it("reads any number of blocks by one request, if the node allows it", async () => {
    const { ofSafe, standing } = await look({ block: 150_000n, tip: 200_000n, log })
    expect(standing).toMatchObject(mined)
    expect(ofSafe).toBe(1)
  })

  it.each([
    ["150,000 blocks later, at 5,000 blocks per request", 150_000n, 200_000n, 5_000n, 3],
    ["391 blocks later, at ten blocks per request", 400n, 3_000n, 10n, 3],
    ["2,000 blocks later, at ten blocks per request", 2_000n, 3_000n, 10n, 12],
  ] as const)("continues where the last look ended: %s", async (_, block, tip, limit, looks) => {
    const next = makeLooks({ block, tip, log, refuse: most(limit) })
    let seen = await next()
    let count = 1
    for (; Result.isSuccess(seen.standing) && seen.standing.success._tag === "Pending" && count < 20; count++)
      seen = await next()
    expect(seen.standing).toMatchObject(mined)
    expect(count).toBeLessThanOrEqual(looks)
  })

  it("does not try the sizes again that the node refused", async () => {
    const next = makeLooks({ tip: 400n, refuse: most(10n) })
    for (let count = 0; count < 5; count++) await next()
    // All at once, then by ten the newest 64 blocks, which may change: by entry points, and by the Safe.
    expect(await next()).toMatchObject({ searches: 16, ofSafe: 8, searched: numberToHex(400n - 64n) })
  })

  it("asks entry points no more after the blocks in which a bundle may be", async () => {
    const next = makeLooks({ tip: 200_000n })
    expect(await next()).toMatchObject({ searches: 2, ofSafe: 1 })
    expect(await next()).toMatchObject({ searches: 1, ofSafe: 1, searched: numberToHex(200_000n - 64n) })
  })

  it("reads a log again whose receipt the node does not have yet", async () => {
    const node = { block: 150n, log }
    const indexing = await makeLooks({ ...node, isIndexing: true })()
    expect(indexing).toMatchObject({
      standing: { success: { _tag: "Pending", hash: proposal } },
      searched: numberToHex(start),
    })
  })

  it("reads smaller ranges when a node gives no response to a large one", async () => {
    const slow = new ScriptedRejection({ _tag: "TimedOut", milliseconds: 1 })
    const refuse = (blocks: bigint) => (blocks > 5_000n ? slow : null)
    expect((await look({ block: 12_000n, tip: 15_000n, log, refuse })).standing).toMatchObject(mined)
  })

  it("begins anew when the chain is lower than where the last look ended", async () => {
    const next = makeLooks({ tip: 3_000n })
    expect((await next()).searched).toBe(numberToHex(2_936n))
    const mark = { next: "0x0", mined: "0x0", block: numberToHex(start), searched: numberToHex(5_000n) }
    const sought = { from: safe, transaction, mark, hash: proposal, excludedHashes: [] }
    const { rpc } = makeNode({ block: 100n, tip: 3_000n, log })
    expect(await Effect.runPromise(findTransaction({ network, rpc, sought }))).toMatchObject(mined.success)
  })

  it("keeps its height at a node that is behind it", async () => {
    const marks: (SendCheckpoint | undefined)[] = [{ next: "0x0", mined: "0x0", block: numberToHex(start) }]
    for (const tip of [3_000n, 2_500n]) {
      const mark = marks.at(-1) ?? null
      const sought = { from: safe, transaction, mark, hash: proposal, excludedHashes: [] }
      const { rpc } = makeNode({ tip })
      const seen = await Effect.runPromise(findTransaction({ network, rpc, sought }))
      marks.push(seen._tag === "Pending" ? seen.mark : undefined)
    }
    expect(marks.slice(1).map((mark) => mark?.["searched"])).toEqual(["0xb78", "0xb78"])
  })

  it("asks for no logs of an account without code and hash", async () => {
    expect(await look({ code: "0x" }, null)).toMatchObject({
      standing: { success: { _tag: "Missing" } },
      searches: 0,
    })
  })
})
