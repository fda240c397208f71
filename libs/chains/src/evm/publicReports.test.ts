import { type Rpc, RpcError } from "@wmodal/protocol"
import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { makeScriptedRpc, ScriptedRejection, toRpcErrorResponse } from "../testing/scriptedRpc.ts"
import { from, looking, ours, transaction } from "../testing/soughtEvm.ts"
import { estimateTransfer } from "./estimateTransfer.ts"
import { findTransaction } from "./findTransaction.ts"
import { toQuantityHex } from "./Hex.ts"
import { isInsufficientFunds, toRevertReason } from "./revertReason.ts"

const word = (value: number) => `0x${value.toString(16).padStart(64, "0")}`
const gwei = 1_000_000_000n

const block = (number: number, seconds: number) => ({
  number: toQuantityHex(number),
  hash: word(number),
  timestamp: toQuantityHex(seconds),
  baseFeePerGas: toQuantityHex(10n * gwei),
})
const usual: Readonly<Record<string, unknown>> = {
  eth_getBalance: toQuantityHex(10n ** 18n),
  eth_estimateGas: "0x5208",
  eth_feeHistory: { baseFeePerGas: [toQuantityHex(11n * gwei)], reward: [[toQuantityHex(gwei)]] },
  eth_maxPriorityFeePerGas: toQuantityHex(2n * gwei),
  eth_gasPrice: toQuantityHex(20n * gwei),
  eth_call: "0x",
  latest: block(100, 10_240),
  earlier: block(80, 10_000),
}
const estimating = (answers: Readonly<Record<string, unknown>>) => {
  const all = { ...usual, ...answers }
  const { rpc } = makeScriptedRpc((method, [first]) =>
    method === "eth_getBlockByNumber" ? all[first === "latest" ? first : "earlier"] : all[method],
  )
  const transfer = { from, to: ours.to, token: null, amount: 5n }
  return Effect.runPromise(Effect.result(estimateTransfer({ network, rpc, transfer })))
}
describe("findTransaction at nodes as they were reported", () => {
  /** Looks for a mined payment at a node whose answers are changed by method. */
  const lookAt = async (changes: Readonly<Record<string, (answer: object) => unknown>>) => {
    const { node, placed } = await looking()
    const { hash } = node.send(ours, 0n)
    node.mine()
    const rpc: Rpc = {
      pin: Effect.suspend(() => Effect.succeed(rpc)),
      request: (method, params) =>
        Effect.map(node.rpc.request(method, params), (answer) =>
          typeof answer === "object" && answer !== null ? (changes[method]?.(answer) ?? answer) : answer,
        ),
    }
    const sought = { from, transaction, mark: placed, hash, excludedHashes: [] }
    return Effect.runPromise(findTransaction({ network, rpc, sought }))
  }
  const withTransactions = (transactions: (hash: string) => unknown) => (block: object) =>
    Reflect.get(block, "number") === "0x2" ? { ...block, transactions: [transactions(word(3))] } : block
  const foreign = { blockHash: word(0xabc) }

  it.each([
    [
      "NethermindEth/nethermind#3541: a receipt with the hash of another block, by the hash in its block",
      {
        eth_getTransactionReceipt: (one: object) => ({ ...one, ...foreign }),
        eth_getBlockByNumber: withTransactions((hash) => hash),
      },
    ],
    [
      "bane-labs/go-ethereum#291: the same, by the transaction in its block",
      {
        eth_getTransactionReceipt: (one: object) => ({ ...one, ...foreign }),
        eth_getBlockByNumber: withTransactions((hash) => ({ hash })),
      },
    ],
    [
      "ApeWorX/web3.py#2717: a transaction whose addresses begin with xdc",
      {
        eth_getTransactionByHash: (one: object) =>
          JSON.parse(JSON.stringify(one).replaceAll(/0x(?=[0-9a-f]{40}")/gi, "xdc")),
      },
    ],
  ] as const)("finds the payment of %s", async (_, changes) => {
    expect(await lookAt(changes)).toMatchObject({ _tag: "Mined", succeeded: true, block: 2n })
  })

  it("waits for the block that has the payment while its receipt names another: NethermindEth/nethermind#3541", async () => {
    expect(
      await lookAt({
        eth_getTransactionReceipt: (one) => ({ ...one, ...foreign }),
        eth_getBlockByNumber: withTransactions(() => word(0xabc)),
      }),
    ).toMatchObject({ _tag: "Pending" })
  })

  it("waits for the block of a receipt that names none: wevm/viem#1192", async () => {
    expect(
      await lookAt({
        eth_getTransactionReceipt: (one) => ({ ...one, blockNumber: null, blockHash: null }),
      }),
    ).toMatchObject({ _tag: "Pending", hash: word(3) })
  })

  it.each([
    [
      "filecoin-project/lotus#10909: by an error",
      Effect.fail(
        new RpcError({
          method: "eth_getTransactionCount",
          host: "scripted",
          reason: toRpcErrorResponse(12, "requested epoch was a null round (294023)"),
        }),
      ),
    ],
    ["filecoin-project/lotus#12633: by null", Effect.succeed(null)],
  ])("finds a payment among numbers that no block has: %s", async (_, gap) => {
    const { node, placed } = await looking()
    for (let block = 0; block < 40; block++) node.mine()
    const { hash } = node.send(ours, 0n)
    for (let block = 0; block < 40; block++) node.mine()
    for (const offset of [0n, 1n, 2n]) {
      const rpc: Rpc = {
        pin: Effect.suspend(() => Effect.succeed(rpc)),
        request: (method, params = []) => {
          const last = `${params.at(-1)}`
          const number = last.startsWith("0x") ? BigInt(last) : 42n
          const isGap =
            method === "eth_getTransactionCount" && number !== 42n && number < 80n && number % 3n === offset
          return isGap ? gap : node.rpc.request(method, params)
        },
      }
      const sought = { from, transaction, mark: placed, hash: null, excludedHashes: [] }
      expect(await Effect.runPromise(findTransaction({ network, rpc, sought }))).toMatchObject({
        _tag: "Mined",
        hash,
      })
    }
  })

  it("finds a payment by a transaction without a nonce, as of a deposit: subsquid/squid-sdk#543", async () => {
    const without = (one: object) => ({ ...one, nonce: undefined, type: "0x7e" })
    expect(await lookAt({ eth_getTransactionByHash: without })).toMatchObject({
      _tag: "Mined",
      succeeded: true,
    })
    const node = makeScriptedRpc((method, [first]) => {
      switch (method) {
        case "eth_getBlockByNumber":
          return first === "latest" ? block(100, 10_240) : null
        case "eth_getTransactionReceipt":
          return null
        case "eth_getTransactionByHash":
          return without({ hash: first, from, to: ours.to, nonce: "0x0", value: "0x5", input: "0x" })
        default:
          return "0x5"
      }
    })
    const sought = { from: "", transaction: null, mark: null, hash: word(3), excludedHashes: [] }
    expect(await Effect.runPromise(findTransaction({ network, rpc: node.rpc, sought }))).toEqual({
      _tag: "Pending",
      hash: word(3),
    })
  })

  it.each(["transaction not found", "not found", "Transaction 0x12 was not found", "receipt not found"])(
    "finds a replaced payment at a node that says %j of its hash: AcalaNetwork/bodhi.js#316",
    async (text) => {
      const { node, placed } = await looking()
      const { hash } = node.send(ours, 0n)
      const other = node.send({ ...ours, to: from.toLowerCase(), value: 0n }, 0n)
      for (let block = 0; block < 200; block++) node.mine()
      const rpc: Rpc = {
        pin: Effect.suspend(() => Effect.succeed(rpc)),
        request: (method, params) =>
          Effect.flatMap(node.rpc.request(method, params), (answer) =>
            answer === null
              ? Effect.fail(
                  new RpcError({ method, host: "scripted", reason: toRpcErrorResponse(-32000, text) }),
                )
              : Effect.succeed(answer),
          ),
      }
      const sought = { from, transaction, mark: placed, hash, excludedHashes: [] }
      expect(await Effect.runPromise(findTransaction({ network, rpc, sought }))).toMatchObject({
        _tag: "Cancelled",
        by: other.hash,
      })
    },
  )

  it("fails while a node has not read all it has", async () => {
    const { node, placed } = await looking()
    const { hash } = node.send(ours, 0n)
    const reason = toRpcErrorResponse(-32000, "transaction indexing is in progress")
    const rpc: Rpc = {
      pin: Effect.suspend(() => Effect.succeed(rpc)),
      request: (method, params) =>
        method === "eth_getTransactionByHash"
          ? Effect.fail(new RpcError({ method, host: "scripted", reason }))
          : node.rpc.request(method, params),
    }
    const sought = { from, transaction, mark: placed, hash, excludedHashes: [] }
    const looked = Effect.flip(findTransaction({ network, rpc, sought }))
    expect(await Effect.runPromise(looked)).toMatchObject({ _tag: "RpcError" })
  })

  it("reports the success without the fee when the receipt has no price: icerockdev/moko-web3#67, ethers-io/ethers.js#4652", async () => {
    expect(
      await lookAt({
        eth_getTransactionReceipt: (one) => ({ ...one, effectiveGasPrice: undefined, type: undefined }),
      }),
    ).toMatchObject({ _tag: "Mined", succeeded: true, fee: null })
  })
})

describe("estimateTransfer at nodes as they were reported", () => {
  const free = { ...block(100, 10_240), baseFeePerGas: "0x0" }

  it.each([
    ["erigontech/erigon#2770: a node without the block of before, which it calls null", null],
    [
      "ethereum/go-ethereum#31939: a node that has pruned its history",
      new ScriptedRejection(toRpcErrorResponse(-32000, "pruned history unavailable")),
    ],
    [
      "Galxe/gravity-sdk#838: a node that cannot build the block of before",
      new ScriptedRejection(toRpcErrorResponse(-32603, "failed to recover sender for transaction")),
    ],
  ])("estimates a payment without its duration at %s", async (_, earlier) => {
    expect(await estimating({ earlier })).toMatchObject({
      success: { expected: 21_000n * 13n * gwei, seconds: null },
    })
  })

  it("pays the price that the node asks for when base fee and tip are zero: AmbireTech/ambire-common#1016", async () => {
    const answers = {
      latest: free,
      eth_feeHistory: { baseFeePerGas: ["0x0", "0x0"], reward: [["0x0"]] },
      eth_maxPriorityFeePerGas: "0x0",
      eth_gasPrice: toQuantityHex(gwei),
    }
    expect(await estimating(answers)).toMatchObject({ success: { expected: 21_000n * gwei } })
    expect(await estimating({ ...answers, eth_gasPrice: "0x0" })).toMatchObject({ success: { expected: 0n } })
  })

  it.each([
    [
      "AmbireTech/ambire-common#1016: a history of zeros, by the base fee of the block",
      { eth_feeHistory: { baseFeePerGas: ["0x0", "0x0"], reward: [["0x0"]] } },
      12n,
    ],
    [
      "MyCryptoHQ/MyCrypto#4067: a history in decimal text, by the block and the node's tip",
      { eth_feeHistory: { baseFeePerGas: ["0", "0"], reward: [["0"], ["44850000000"]] } },
      12n,
    ],
    [
      "boundless-xyz/boundless#1909: empty blocks, by the node's own tip",
      { eth_feeHistory: { baseFeePerGas: [toQuantityHex(11n * gwei)], reward: [["0x0"], ["0x0"]] } },
      13n,
    ],
    ["wevm/viem#853: a base fee of zero, by the tip", { latest: free, eth_feeHistory: undefined }, 2n],
  ] as const)("estimates the price at %s", async (_, answers, price) => {
    expect(await estimating(answers)).toMatchObject({ success: { expected: 21_000n * price * gwei } })
  })
})

describe("estimateTransfer under the gas limit of one transaction: besu-eth/besu#8604, erigontech/erigon#17251", () => {
  it.each([
    ["adds a fifth below it", 1_000_000n, 1_200_000n],
    ["adds no more than it allows", 15_000_000n, 16_777_216n],
    ["adds nothing at it", 16_777_216n, 16_777_216n],
    ["adds a fifth on a network of another scale", 100_000_000n, 120_000_000n],
  ])("%s", async (_, gas, limit) => {
    expect(await estimating({ eth_estimateGas: toQuantityHex(gas) })).toMatchObject({
      success: { transactionFields: { gas: toQuantityHex(limit) } },
    })
  })
})

describe("words of nodes as they were reported", () => {
  it.each([
    [
      "wevm/wagmi#3155: Hardhat",
      "sender doesn't have enough funds to send tx. The max upfront cost is: 5000066191091876292 and the sender's account only has: 1999803004163219134",
    ],
    [
      "mintme-com/old-wallet#187: OpenEthereum",
      "Insufficient funds. The account you tried to send transaction from does not have enough funds. Required 2 and got: 1.",
    ],
    ["tempoxyz/tempo#3279", "insufficient funds for gas * price + value: have 0 want 10000000"],
    ["ethereum-optimism/op-geth#42", "insufficient funds for l1Fee + l2Fee + value"],
    ["opengsn/gsn#1004", "gas required exceeds allowance (0)"],
    ["opengsn/gsn#1004, in anvil's words", "Out of gas: gas required exceeds allowance: 0"],
    ["Besu", "Upfront cost exceeds account balance"],
    ["Nethermind", "InsufficientFunds, Account balance: 0, cumulative cost: 21000"],
    ["ZKsync", "not enough balance to cover gas + value"],
    ["Reth and anvil", "lack of funds (0) for max fee (21000)"],
  ])("reads insufficient funds: %s", (_, text) => {
    const said = toRpcErrorResponse(-32603, text)
    expect([isInsufficientFunds(said), toRevertReason(said)]).toEqual([true, null])
  })

  it.each([
    [
      "ethereum/go-ethereum#21007",
      toRpcErrorResponse(-32000, "gas required exceeds allowance (9975503) or always failing transaction"),
      "",
    ],
    [
      "ethereum/go-ethereum#21007, later",
      toRpcErrorResponse(-32000, "gas required exceeds allowance (50000000)"),
      "",
    ],
    [
      "smartcontractkit/full-blockchain-solidity-course-js#4870",
      toRpcErrorResponse(
        -32603,
        "Error: VM Exception while processing transaction: reverted with custom error 'InvalidConsumer()'",
      ),
      "InvalidConsumer()",
    ],
    [
      "Hardhat, with a reason",
      toRpcErrorResponse(
        -32603,
        "Error: VM Exception while processing transaction: reverted with reason string 'too late'",
      ),
      "too late",
    ],
    [
      "Hardhat, with an error that it does not know",
      toRpcErrorResponse(
        -32603,
        "Error: VM Exception while processing transaction: reverted with an unrecognized custom error (return data: 0x1234)",
      ),
      "",
    ],
    ["ethers-io/ethers.js#1493", toRpcErrorResponse(-32600, "execution was reverted"), ""],
    [
      "cowprotocol/watch-tower#11",
      toRpcErrorResponse(-32015, "VM execution error.", "Reverted 0x7a933234"),
      "custom error 0x7a933234",
    ],
    [
      "evmos/ethermint#247: data in the text",
      toRpcErrorResponse(
        -32000,
        "This must REVERT: 0x08c379a00000000000000000000000000000000000000000000000000000000000000020000000000000000000000000000000000000000000000000000000000000001054686973206d7573742052455645525400000000000000000000000000000000: execution reverted",
      ),
      "This must REVERT",
    ],
    [
      "hiero-ledger/hiero-json-rpc-relay#2457",
      toRpcErrorResponse(
        -32008,
        "[Request ID: bf1be79b-7d2f-42ee-bc82-da42c9ce5e8f] execution reverted: CONTRACT_REVERT_EXECUTED",
        "0x6ca7b8060000000000000000000000007152e0855bab82b8e10b8692e584ad034bd22912",
      ),
      "custom error 0x6ca7b806",
    ],
    [
      "ethers-io/ethers.js#4154",
      toRpcErrorResponse(
        -32603,
        `VM Exception while processing transaction: revert ${"\0".repeat(31)}\u001bAA13 initCode failed or OOG`,
        "0x220266b600000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000001b4141313320696e6974436f6465206661696c6564206f72204f4f470000000000",
      ),
      "custom error 0x220266b6",
    ],
    [
      "smartcontractkit/full-blockchain-solidity-course-js#1535: Ganache",
      toRpcErrorResponse(-32000, "VM Exception while processing transaction: revert", {
        "0x2f6a6404c1cbb4f8341d75aabea34bdfc7ea0ab100f1de9d22eaa26ddc547914": {
          error: "revert",
          program_counter: 92,
          return: "0x",
        },
      }),
      "",
    ],
  ])("reads a revert: %s", (_, said, text) => {
    expect([toRevertReason(said), isInsufficientFunds(said)]).toEqual([{ text }, false])
  })

  it("calls no revert what a node refuses for its price: enzoferey/ethers-error-parser#18", () => {
    const text =
      "err: max fee per gas less than block base fee: address 0x88062d479836b268AB808ae000b9fEe56b8449E9, maxFeePerGas: 1 baseFee: 13 (supplied gas 15010499)"
    const said = toRpcErrorResponse(-32000, text)
    expect([toRevertReason(said), isInsufficientFunds(said)]).toEqual([null, false])
  })
})
