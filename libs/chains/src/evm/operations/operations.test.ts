import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import fc from "fast-check"
import {
  concatHex,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
} from "viem"
import { entryPoint06Abi, entryPoint08Abi, toPackedUserOperation } from "viem/account-abstraction"
import { describe, expect, it } from "vitest"
import type { TransactionQuery, TransactionStatus } from "../../contract/TransactionStatus.ts"
import { makeScriptedRpc } from "../../testing/scriptedRpc.ts"
import { findTransaction } from "../findTransaction.ts"
import { decodeOperationCallData, isCallTo } from "./decodeOperationCallData.ts"
import { entryPoints } from "./UserOperationEvent.ts"

const sender = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const stranger = "0x1111111111111111111111111111111111111111"
const bundler = "0x2222222222222222222222222222222222222222"
const bob = "0x3333333333333333333333333333333333333333"
const entryPoint = "0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108"
const nobody = "0x0000000000000000000000000000000000000000"
const toTestHash = (id: number) => numberToHex(id, { size: 32 })

const account = parseAbi([
  "struct Call { address to; uint256 value; bytes data; }",
  "function execute(address to, uint256 value, bytes data)",
  "function executeBatch(Call[] calls)",
  "function execute(bytes32 mode, bytes calls)",
])
const payment = (value: bigint, to: Hex = bob, data: Hex = "0x") =>
  encodeFunctionData({ abi: account, functionName: "execute", args: [to, value, data] })
const transaction = { to: bob, value: "0x5", data: "0x" }

interface OperationFixture {
  readonly sender: Hex
  readonly nonce: bigint
  readonly callData: Hex
  readonly succeeded: boolean
  readonly paymaster?: Hex
  /** The contract that emits the event. */
  readonly told?: Hex
}

const op = (more: Partial<OperationFixture> = {}): OperationFixture => ({
  sender,
  nonce: 0n,
  callData: payment(5n),
  succeeded: true,
  ...more,
})

const packed = ({ callData, nonce, sender: from }: OperationFixture) =>
  toPackedUserOperation({
    sender: from,
    nonce,
    callData,
    callGasLimit: 1n,
    verificationGasLimit: 2n,
    preVerificationGas: 3n,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    signature: "0x1234",
  })

const encodeBundle = (ops: readonly OperationFixture[]) =>
  encodeFunctionData({ abi: entryPoint08Abi, functionName: "handleOps", args: [ops.map(packed), bundler] })

/** A node with one bundle per block from block 10 on. */
const makeNode = (
  bundles: readonly (readonly OperationFixture[])[],
  isWhole: (at: number) => boolean = () => true,
) => {
  let operations = 100
  const made = bundles.map((ops, at) => {
    const hash = toTestHash(at + 1)
    const logs = ops.map((one) => ({
      address: one.told ?? entryPoint,
      topics: encodeEventTopics({
        abi: entryPoint08Abi,
        eventName: "UserOperationEvent",
        args: {
          userOpHash: toTestHash(operations++),
          sender: one.sender,
          paymaster: one.paymaster ?? nobody,
        },
      }),
      data: encodeAbiParameters(
        [{ type: "uint256" }, { type: "bool" }, { type: "uint256" }, { type: "uint256" }],
        [one.nonce, one.succeeded, 77n, 1n],
      ),
      transactionHash: hash,
    }))
    return { at, hash, number: BigInt(at + 10), input: encodeBundle(ops), logs: isWhole(at) ? logs : [] }
  })
  const tip = BigInt(9 + bundles.length)
  return makeScriptedRpc((method, [first]) => {
    const bundle = made.find(({ hash }) => hash === first)
    switch (method) {
      case "eth_getBlockByNumber": {
        if (first === "pending") return null
        const number = first === "latest" ? tip : BigInt(String(first))
        return {
          number: numberToHex(number),
          hash: toTestHash(1_000 + Number(number)),
          timestamp: numberToHex(number * 12n),
          transactions: [],
        }
      }
      case "eth_getTransactionCount":
        return "0x0"
      case "eth_getTransactionByHash":
        return bundle === undefined
          ? null
          : {
              hash: bundle.hash,
              from: bundler,
              to: entryPoint,
              nonce: "0x7",
              value: "0x0",
              input: bundle.input,
              blockNumber: numberToHex(bundle.number),
            }
      case "eth_getTransactionReceipt":
        return bundle === undefined
          ? null
          : {
              transactionHash: bundle.hash,
              blockHash: toTestHash(1_000 + Number(bundle.number)),
              blockNumber: numberToHex(bundle.number),
              status: isWhole(bundle.at) ? "0x1" : "0x0",
              gasUsed: "0x5208",
              effectiveGasPrice: "0x2",
              logs: [{ address: bob, topics: [], data: "0x", transactionHash: bundle.hash }, ...bundle.logs],
            }
      case "eth_getLogs": {
        const { fromBlock } = first as { fromBlock: Hex }
        return made.flatMap(({ logs, number }) => (number >= BigInt(fromBlock) ? logs : []))
      }
      default:
        return undefined
    }
  })
}

const look = (
  bundles: readonly (readonly OperationFixture[])[],
  more: Partial<TransactionQuery> = {},
  isWhole?: (at: number) => boolean,
): Promise<TransactionStatus> =>
  Effect.runPromise(
    findTransaction({
      network,
      rpc: makeNode(bundles, isWhole).rpc,
      sought: {
        from: sender,
        transaction,
        mark: { next: "0x0", mined: "0x0", block: "0x9" },
        hash: null,
        excludedHashes: [],
        ...more,
      },
    }),
  )

const others = op({ sender: stranger })

describe("findTransaction of a bundled operation by the bundle's hash", () => {
  it("reports the operation's failure when the bundle succeeded", async () => {
    expect(await look([[others, op({ succeeded: false })]], { hash: toTestHash(1) })).toEqual({
      _tag: "Mined",
      hash: toTestHash(1),
      succeeded: false,
      block: 10n,
      at: 120_000,
      fee: 77n,
      confirmations: 1,
    })
    expect(await look([[op(), { ...others, succeeded: false }]], { hash: toTestHash(1) })).toMatchObject({
      succeeded: true,
    })
  })

  it("reports no fee when a paymaster pays", async () => {
    expect(await look([[op({ paymaster: stranger })]], { hash: toTestHash(1) })).toMatchObject({ fee: 0n })
  })

  it("selects the account's operation that matches the request", async () => {
    const all = [op({ callData: payment(6n) }), op({ nonce: 1n, succeeded: false })]
    expect(await look([all], { hash: toTestHash(1) })).toMatchObject({ succeeded: false })
    expect(
      await look([[op({ succeeded: false }), op({ nonce: 1n })]], { hash: toTestHash(1) }),
    ).toMatchObject({
      succeeded: true,
    })
  })

  it("ignores operations of other accounts and events of other contracts", async () => {
    expect(await look([[others]], { hash: toTestHash(1) })).toEqual({ _tag: "Missing" })
    expect(await look([[op({ told: stranger })]], { hash: toTestHash(1) })).toEqual({ _tag: "Missing" })
    expect(await look([[others], [op()]], { hash: toTestHash(1) })).toMatchObject({ hash: toTestHash(2) })
    // A query with only the bundle's hash gets the bundle's status.
    expect(
      await look([[others]], { hash: toTestHash(1), from: "", transaction: null, mark: null }),
    ).toMatchObject({
      succeeded: true,
      fee: 42_000n,
    })
    expect(await look([[others]], { hash: toTestHash(1), mark: null })).toMatchObject({ succeeded: true })
  })

  it("searches other bundles when the bundle reverted", async () => {
    const isWhole = (at: number) => at > 0
    expect(await look([[op()]], { hash: toTestHash(1) }, isWhole)).toMatchObject({
      _tag: "Mined",
      hash: toTestHash(1),
      succeeded: false,
    })
    expect(await look([[op()], [op()]], { hash: toTestHash(1) }, isWhole)).toMatchObject({
      hash: toTestHash(2),
      succeeded: true,
    })
  })
})

describe("findTransaction of a user operation without a bundle hash", () => {
  it("finds the operation by its call since the checkpoint", async () => {
    expect(await look([[others], [op({ callData: payment(6n) })]])).toEqual({ _tag: "Missing" })
    expect(await look([[others], [op({ callData: payment(6n) }), op({ nonce: 1n })]])).toMatchObject({
      _tag: "Mined",
      hash: toTestHash(2),
      succeeded: true,
    })
    expect(await look([[op({ succeeded: false })]])).toMatchObject({ hash: toTestHash(1), succeeded: false })
    // The operation was mined before the checkpoint.
    expect(await look([[op()]], { mark: { next: "0x0", mined: "0x0", block: "0xa" } })).toEqual({
      _tag: "Missing",
    })
  })

  it("ignores an operation of another request", async () => {
    const both = [[op()], [op({ nonce: 1n })]]
    expect(
      await look(both, { excludedHashes: [toTestHash(1).toUpperCase().replace("0X", "0x")] }),
    ).toMatchObject({
      hash: toTestHash(2),
    })
    expect(await look(both, { excludedHashes: [toTestHash(1), toTestHash(2)] })).toEqual({ _tag: "Missing" })
  })

  it("ignores a batch that contains the same call among others", async () => {
    const ours = { to: bob, value: 5n, data: "0x" } as const
    const another = { ...ours, to: stranger } as const
    for (const calls of [
      [ours, ours],
      [ours, another],
      [another, ours],
    ]) {
      const callData = encodeFunctionData({ abi: account, functionName: "executeBatch", args: [calls] })
      expect(await look([[op({ callData })]])).toEqual({ _tag: "Missing" })
    }
  })

  it("finds the operation by its own hash, which some wallets return instead", async () => {
    expect(await look([[others, op({ callData: "0x01" })]], { hash: toTestHash(101) })).toMatchObject({
      hash: toTestHash(1),
    })
  })

  it("returns Missing when the node provides no logs", async () => {
    const { rpc } = makeScriptedRpc((method, [which]) =>
      method === "eth_getBlockByNumber"
        ? { number: which === "latest" ? "0x99" : which, hash: toTestHash(1), timestamp: "0x1" }
        : method === "eth_getTransactionCount"
          ? "0x0"
          : undefined,
    )
    const sought = {
      from: sender,
      transaction,
      mark: { next: "0x0", mined: "0x0", block: "0x9" },
      hash: null,
    }
    expect(
      await Effect.runPromise(findTransaction({ network, rpc, sought: { ...sought, excludedHashes: [] } })),
    ).toEqual({
      _tag: "Missing",
    })
  })
})

it("never matches another account's operation, an earlier one or one of another request", async () => {
  const anyOp = fc.record({
    sender: fc.constantFrom<Hex>(sender, stranger),
    nonce: fc.bigInt(0n, 3n),
    callData: fc.constantFrom(payment(5n), payment(6n), payment(5n, stranger)),
    succeeded: fc.boolean(),
    told: fc.constantFrom<Hex>(entryPoint, stranger),
  })
  const isOurs = (one: OperationFixture) =>
    one.sender === sender && one.callData === payment(5n) && one.told === entryPoint
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyOp, { maxLength: 3 }), { maxLength: 5 }),
      fc.nat(4),
      fc.subarray([1, 2, 3, 4, 5]),
      async (bundles, since, taken) => {
        const standing = await look(bundles, {
          mark: { next: "0x0", mined: "0x0", block: numberToHex(9 + since) },
          excludedHashes: taken.map(toTestHash),
        })
        const first = bundles.findIndex(
          (ops, at) => at >= since && !taken.includes(at + 1) && ops.some(isOurs),
        )
        const own = bundles[first]?.filter(isOurs) ?? []
        expect(standing).toMatchObject(
          own.length === 0
            ? { _tag: "Missing" }
            : { hash: toTestHash(first + 1), succeeded: own[0]?.succeeded },
        )
      },
    ),
  )
})

describe("operation calldata", () => {
  const wanted = { to: bob, value: 5n, input: "0xdeadbeef" }
  const one = [{ to: bob, value: 5n, data: "0xdeadbeef" }] as const

  it.each([
    ["SimpleAccount", payment(5n, bob, "0xdeadbeef")],
    [
      "SimpleAccount, as a batch of one",
      encodeFunctionData({ abi: account, functionName: "executeBatch", args: [one] }),
    ],
    [
      "an account of ERC-7579",
      encodeFunctionData({
        abi: account,
        functionName: "execute",
        args: [toTestHash(0), concatHex([bob, numberToHex(5n, { size: 32 }), "0xdeadbeef"])],
      }),
    ],
  ])("matches the call in the encoding of %s", (_, callData) => {
    expect(isCallTo(callData, wanted)).toBe(true)
    for (const other of [
      { to: stranger },
      { value: 6n },
      { input: "0xdeadbeee" },
      { input: "0xdeadbe" },
      { input: "0xdeadbeef00" },
      { input: "0x" },
    ])
      expect(isCallTo(callData, { ...wanted, ...other })).toBe(false)
  })

  it("decodes bundles of every version, and rejects other calldata", () => {
    const old = encodeFunctionData({
      abi: entryPoint06Abi,
      functionName: "handleOps",
      args: [
        [
          {
            sender,
            nonce: 3n,
            initCode: "0x12",
            callData: "0xabcd",
            callGasLimit: 1n,
            verificationGasLimit: 1n,
            preVerificationGas: 1n,
            maxFeePerGas: 1n,
            maxPriorityFeePerGas: 1n,
            paymasterAndData: "0x",
            signature: "0x",
          },
        ],
        bundler,
      ],
    })
    const of = (nonce: bigint) => ({ sender: sender.toLowerCase(), nonce })
    expect(decodeOperationCallData(old.toLowerCase(), of(3n))).toBe("0xabcd")
    expect(decodeOperationCallData(old.toLowerCase(), of(4n))).toBe(null)
    expect(decodeOperationCallData(payment(5n), of(3n))).toBe(null)
    expect(entryPoints).toContain(entryPoint.toLowerCase())
  })

  it("never throws for corrupted bundles", () => {
    const whole = encodeBundle([op(), others]).toLowerCase()
    fc.assert(
      fc.property(fc.nat(whole.length), fc.stringMatching(/^[\da-f]{0,64}$/), (at, put) => {
        const input = whole.slice(0, at) + put + whole.slice(at + put.length)
        for (const text of [input, whole.slice(0, at)]) {
          const callData = decodeOperationCallData(text, { sender: sender.toLowerCase(), nonce: 0n })
          expect(callData === null || text.includes(callData.slice(2))).toBe(true)
        }
      }),
    )
  })
})
