import type { SimulationResult, TransactionQuery, WalletCall, WalletRequest } from "@wmodal/chains"
import { evm } from "@wmodal/chains/evm"
import { type ActionsFixture, defineActionsSuite } from "@wmodal/dev-wallet/testing"
import { type Rpc, RpcError } from "@wmodal/protocol"
import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { concatHex, encodeFunctionData, type Hex, hexToBigInt, numberToHex } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { describe, expect, it, onTestFinished } from "vitest"
import * as z from "zod/mini"
import type { Anvil } from "./Anvil.ts"
import { accounts } from "./accounts.ts"
import { batchExecutorAbi, batchExecutorAddress } from "./batchExecutor.ts"
import { collections } from "./collections.ts"
import { exchangeAbi, exchangeAddress, nativeAddress } from "./exchange.ts"
import { fetchRpcResults } from "./rpcResults.ts"
import { startChain } from "./startChain.ts"
import { tokens } from "./tokens.ts"

const [vera, milo] = accounts
const [usd, dai, tether] = tokens
const signer = mnemonicToAccount("test test test test test test test test test test test junk")

const Reply = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) })),
})

/** An RPC client of the chain without transports, which have their own tests. */
const rpcOver = (anvil: Pick<Anvil, "send">): Rpc => {
  const rpc: Rpc = {
    request: (method, params = []) =>
      Effect.flatMap(
        Effect.promise(() => anvil.send({ jsonrpc: "2.0", id: 1, method, params })),
        (reply) => {
          const { error, result } = Reply.parse(reply)
          if (error === undefined) return Effect.succeed(result)
          const { code, data, message: text } = error
          return Effect.fail(
            new RpcError({ method, host: "anvil", reason: { _tag: "Answered", code, text, data } }),
          )
        },
      ),
    pin: Effect.suspend(() => Effect.succeed(rpc)),
  }
  return rpc
}

/** Returns vera's dollar balance. */
const makeSwap = (amount: bigint, minimum = 0n, from: Hex = usd.address, to: Hex = dai.address) => ({
  to: exchangeAddress,
  value: from === nativeAddress ? amount : 0n,
  data: encodeFunctionData({
    abi: exchangeAbi,
    functionName: "swap",
    args: [from, to, amount, minimum, vera, 2n ** 63n],
  }),
})

const start = async (): Promise<ActionsFixture> => {
  const anvil = await startChain(network, null)
  const one = async (method: string, ...params: readonly unknown[]) =>
    (await fetchRpcResults(anvil, [[method, ...params]]))[0]
  const actions = await (await evm().load()).actions.get()
  const [collection] = collections
  const collectible = (tokenId: number) => ({ contract: collection?.address ?? "", tokenId: `${tokenId}` })
  return {
    actions,
    network,
    rpc: rpcOver(anvil),
    from: vera,
    to: milo,
    tokens: tokens.map(({ address, decimals, name, symbol }) => ({
      address,
      decimals,
      name,
      symbol,
      amount: 1_000n,
      arrives: symbol === "mFEE" ? 990n : 1_000n,
    })),
    refused: {
      from: vera,
      to: "0x0000000000000000000000000000000000000000",
      token: tokens[0].address,
      amount: 1n,
    },
    exchange: {
      router: exchangeAddress,
      token: usd.address,
      amount: 1_000_000n,
      destination: dai.address,
      swap: makeSwap(1_000_000n),
      refused: makeSwap(1_000_000n, 2n ** 128n),
    },
    odd: ["", "0x", vera.slice(0, -1), vera.replace("f39F", "F39F"), "vitalik.eth", network.caipNetworkId],
    collectibles: {
      owner: vera,
      owned: [collectible(1), collectible(2)],
      others: [collectible(3), collectible(99), { contract: milo, tokenId: "1" }],
    },
    send: async (transaction) =>
      z.string().parse(await one("eth_sendTransaction", { ...transaction, from: vera })),
    sign: async (transaction) => {
      const { data, gas, maxFeePerGas, maxPriorityFeePerGas, to, value } = Terms.parse(transaction)
      return signer.signTransaction({
        chainId: Number(network.id),
        nonce: Number(await one("eth_getTransactionCount", vera, "pending")),
        to,
        data,
        value: hexToBigInt(value),
        gas: hexToBigInt(gas),
        maxFeePerGas: hexToBigInt(maxFeePerGas),
        maxPriorityFeePerGas: hexToBigInt(maxPriorityFeePerGas),
      })
    },
    mine: async (blocks) => {
      await one("anvil_mine", blocks)
    },
    end: anvil.end,
  }
}

const isHex = (value: unknown): value is Hex => typeof value === "string" && value.startsWith("0x")
const hex = z.custom<Hex>(isHex)
const Terms = z.object({
  to: hex,
  value: hex,
  data: hex,
  gas: hex,
  maxFeePerGas: hex,
  maxPriorityFeePerGas: hex,
})

defineActionsSuite("EVM, on anvil,", start)

describe("EVM simulation on anvil", { timeout: 60_000 }, () => {
  const thief: Hex = "0x7777777777777777777777777777777777777777"

  /** A contract that takes this amount of its caller's dollars on any call. */
  const thiefOf = (amount: number) =>
    concatHex([
      "0x6323b872dd60e01b5f52336004523060245261",
      numberToHex(amount, { size: 2 }),
      "0x60445260205f60645f5f73",
      usd.address,
      "0x5af15000",
    ])

  const onAnvil = async () => {
    const anvil = await startChain(network, null)
    onTestFinished(() => anvil.end())
    const rpc = rpcOver(anvil)
    const one = async (method: string, ...params: readonly unknown[]) =>
      (await fetchRpcResults(anvil, [[method, ...params]]))[0]
    const { contracts, explain, tokenBalance } = await (await evm().load()).actions.get()
    if (contracts === null) throw new Error("EVM has contracts")
    const asking = { network, rpc }
    const tokenList = tokens.map(({ address }) => address)
    const trialOf = async (calls: readonly [WalletCall, ...WalletCall[]], watched: readonly string[]) => {
      const request = { _tag: "Calls", calls } as const
      const asked = { ...asking, from: vera, request, tokens: watched, nameOf: () => null }
      return (await Effect.runPromise(explain(asked))).trial
    }
    return {
      contracts,
      one,
      asking,
      holds: (token: string) => Effect.runPromise(tokenBalance({ ...asking, address: vera, token })),
      tryOut: (...calls: readonly [WalletCall, ...WalletCall[]]) => trialOf(calls, tokenList),
      trialOf,
      explaining: (request: WalletRequest) =>
        Effect.runPromise(explain({ ...asking, from: vera, request, tokens: tokenList, nameOf: () => null })),
      sent: async (call: WalletCall) => {
        await one("eth_sendTransaction", { from: vera, ...contracts.call(call) })
        await one("evm_mine")
      },
    }
  }

  const fall = (trial: SimulationResult | null, token: string | null) => {
    const change = trial?._tag === "Simulated" ? trial.changes.find((one) => one.token === token) : undefined
    return change === undefined ? null : change.before - change.after
  }

  it("shows native amounts paid and received, without the fee", async () => {
    const { tryOut } = await onAnvil()
    const paid = await tryOut(makeSwap(10n ** 15n, 0n, nativeAddress, usd.address))
    expect(fall(paid, null)).toBe(10n ** 15n)
    const dear = await tryOut(makeSwap(10n ** 24n, 0n, nativeAddress, usd.address))
    expect(dear).toMatchObject({ _tag: "Reverts", at: 0 })
  })

  it("shows a malicious router that takes more than the swap, within its allowance", async () => {
    const { contracts, one, sent, tryOut } = await onAnvil()
    await one("anvil_setCode", thief, thiefOf(5_000))
    const call = { to: thief, value: 0n, data: "0x12345678" }
    const approve = (amount: bigint) => contracts.approve({ token: usd.address, spender: thief, amount })
    expect(fall(await tryOut(approve(1_000n), call), usd.address)).toBe(0n)
    expect(fall(await tryOut(approve(5_000n), call), usd.address)).toBe(5_000n)
    await sent(approve(2n ** 256n - 1n))
    expect(fall(await tryOut(call), usd.address)).toBe(5_000n)
  })

  it("shows movements of unexpected assets", async () => {
    const { contracts, trialOf } = await onAnvil()
    const calls = [
      contracts.approve({ token: usd.address, spender: exchangeAddress, amount: 1_000n }),
      makeSwap(1_000n),
    ] as const
    const trial = await trialOf(calls, [])
    expect(fall(trial, usd.address)).toBe(1_000n)
    expect(fall(trial, dai.address)).toBeLessThan(0n)
  })

  it("simulates approvals of a token without a return value", async () => {
    const { contracts, sent, tryOut } = await onAnvil()
    const approve = (amount: bigint) => contracts.approve({ token: tether.address, spender: thief, amount })
    expect(await tryOut(approve(5n))).toMatchObject({ _tag: "Simulated" })
    await sent(approve(5n))
    // The token changes an allowance only from or to zero.
    expect(await tryOut(approve(6n))).toMatchObject({ _tag: "Reverts", at: 0 })
    expect(await tryOut(approve(0n), approve(6n))).toMatchObject({ _tag: "Simulated" })
  })

  it("simulates an account that delegates to a contract (EIP-7702)", async () => {
    const { contracts, one, tryOut } = await onAnvil()
    await one("anvil_setCode", vera, concatHex(["0xef0100", batchExecutorAddress]))
    const approval = contracts.approve({ token: usd.address, spender: exchangeAddress, amount: 1_000n })
    const calls = [approval, makeSwap(1_000n)] as const
    expect(fall(await tryOut(...calls), usd.address)).toBe(1_000n)
    const data = encodeFunctionData({
      abi: batchExecutorAbi,
      functionName: "execute",
      args: [calls.map(({ data: inner, to, value }) => ({ to: asHex(to), value, data: asHex(inner) }))],
    })
    expect(fall(await tryOut({ to: vera, value: 0n, data }), usd.address)).toBe(1_000n)
  })

  it("warns of an unlimited allowance that the calldata does not show", async () => {
    const { contracts, explaining, one, sent } = await onAnvil()
    await one("anvil_setCode", vera, concatHex(["0xef0100", batchExecutorAddress]))
    const through = (call: WalletCall): WalletRequest => ({
      _tag: "Calls",
      calls: [
        {
          to: vera,
          value: 0n,
          data: encodeFunctionData({
            abi: batchExecutorAbi,
            functionName: "execute",
            args: [[{ to: asHex(call.to), value: call.value, data: asHex(call.data) }]],
          }),
        },
      ],
    })
    const approve = (amount: bigint) => contracts.approve({ token: usd.address, spender: thief, amount })
    const all = approve(2n ** 256n - 1n)
    const danger = { _tag: "UnlimitedApproval", token: usd.address, symbol: "mUSDC", spender: thief }
    // No descriptor reads the account's own code.
    const unread = { _tag: "Unread" }
    expect((await explaining(through(all))).dangers).toEqual([danger, unread])
    expect((await explaining(through(approve(5n)))).dangers).toEqual([unread])
    // Earlier allowances are not reported.
    await sent(all)
    expect((await explaining(through(all))).dangers).toEqual([unread])
  })

  it("warns of a malicious allowance hidden in the nested calls of a swap", async () => {
    const { contracts, explaining, one } = await onAnvil()
    await one("anvil_setCode", vera, concatHex(["0xef0100", batchExecutorAddress]))
    const exact = contracts.approve({ token: usd.address, spender: exchangeAddress, amount: 1_000n })
    const hidden = contracts.approve({ token: dai.address, spender: thief, amount: 2n ** 256n - 1n })
    const inside = (...calls: readonly WalletCall[]): WalletRequest => ({
      _tag: "Calls",
      calls: [
        exact,
        {
          to: vera,
          value: 0n,
          data: encodeFunctionData({
            abi: batchExecutorAbi,
            functionName: "execute",
            args: [calls.map(({ data, to, value }) => ({ to: asHex(to), value, data: asHex(data) }))],
          }),
        },
      ],
    })
    const honest = await explaining(inside(makeSwap(1_000n)))
    const stealing = await explaining(inside(hidden, makeSwap(1_000n)))
    expect(honest.dangers).toEqual([{ _tag: "Unread" }])
    // The allowance moves nothing by itself.
    expect(stealing.trial).toEqual(honest.trial)
    expect(stealing.dangers).toMatchObject([
      { _tag: "UnlimitedApproval", token: dai.address, spender: thief },
      { _tag: "Unread" },
    ])
  })

  it("notes an unread call that does nothing, and takes an act when it lets a contract pay another", async () => {
    const { explaining, one } = await onAnvil()
    const shop = "0x5fbdb2315678afecb367f032d93f642f64180aa3"
    const claim: WalletRequest = { _tag: "Calls", calls: [{ to: shop, value: 0n, data: "0x4e71d92d" }] }
    await one("anvil_setBalance", shop, numberToHex(10n ** 18n))
    await one("anvil_setCode", shop, "0x00")
    expect(await explaining(claim)).toMatchObject({ dangers: [], notes: [{ _tag: "Unread", value: 0n }] })
    // It sends all that it has to another, without an event.
    await one("anvil_setCode", shop, concatHex(["0x60006000600060004773", asHex(thief), "0x5af100"]))
    expect((await explaining(claim)).dangers).toEqual([{ _tag: "Unread" }])
    expect(await explaining(claim)).not.toHaveProperty("notes")
  })

  it("ignores addresses that are not tokens or have no readable balance", async () => {
    const { one, trialOf } = await onAnvil()
    // Uses up all its gas on every call.
    await one("anvil_setCode", thief, "0x5b5f56")
    const watched = [milo, thief, usd.address]
    const trial = await trialOf([{ to: milo, value: 1n, data: "0x" }], watched)
    expect(trial).toMatchObject({ _tag: "Simulated", changes: [{ token: null }, { token: usd.address }] })
  })

  it("warns of an unlimited allowance before a swap", async () => {
    const { contracts, explaining } = await onAnvil()
    const unlimited = contracts.approve({
      token: usd.address,
      spender: exchangeAddress,
      amount: 2n ** 256n - 1n,
    })
    expect(await explaining({ _tag: "Calls", calls: [unlimited, makeSwap(1_000n)] })).toMatchObject({
      dangers: [
        { _tag: "UnlimitedApproval", token: usd.address, symbol: "mUSDC", spender: exchangeAddress },
        { _tag: "Unread" },
      ],
      trial: { _tag: "Simulated" },
    })
  })
})

const asHex = (text: string): Hex => (isHex(text) ? text : "0x")

describe("replaced EVM transaction on anvil", { timeout: 60_000 }, () => {
  const stranger = "0x1111111111111111111111111111111111111111"
  const dear = { maxFeePerGas: "0x2540be400", maxPriorityFeePerGas: "0x2540be400" }

  const sent = async (content: object) => {
    const anvil = await startChain(network, null)
    onTestFinished(() => anvil.end())
    const rpc = rpcOver(anvil)
    const one = async (method: string, ...params: readonly unknown[]) =>
      (await fetchRpcResults(anvil, [[method, ...params]]))[0]
    const { find, takeCheckpoint } = await (await evm().load()).actions.get()
    const marked = await Effect.runPromise(takeCheckpoint({ network, rpc, from: vera }))
    const transaction = { to: milo, value: "0x5", data: "0x", ...content }
    const hash = z.string().parse(await one("eth_sendTransaction", { from: vera, ...transaction }))
    const look = (more: Partial<TransactionQuery> = {}) =>
      Effect.runPromise(
        find({
          network,
          rpc,
          sought: { from: vera, transaction, mark: marked, hash, excludedHashes: [], ...more },
        }),
      )
    const seen = await look()
    const again = async (other: object) =>
      z.string().parse(await one("eth_sendTransaction", { from: vera, nonce: "0x0", ...dear, ...other }))
    return {
      transaction,
      hash,
      seen,
      kept: seen._tag === "Pending" ? (seen.mark ?? null) : null,
      look,
      again,
      one,
    }
  }

  it("reports a speed-up as the same transaction, with or without its hash", async () => {
    const { again, hash, kept, look, one, seen, transaction } = await sent({})
    expect(seen).toMatchObject({ _tag: "Pending", hash, mark: { own: "0x0" } })
    const faster = await again(transaction)
    expect(await look({ mark: kept })).toMatchObject({ _tag: "Pending", hash: faster })
    await one("evm_mine")
    expect(await look({ mark: kept })).toMatchObject({ _tag: "Mined", hash: faster })
    expect(await look()).toMatchObject({ _tag: "Mined", hash: faster })
    expect(await look({ hash: null })).toMatchObject({ _tag: "Mined", hash: faster })
  })

  it.each([
    ["Replaced", { to: stranger, value: "0x5" }],
    ["Cancelled", { to: vera, value: "0x0" }],
  ])("reports %s at once when its nonce is known", async (tag, other) => {
    const { again, hash, kept, look, one } = await sent({})
    const by = await again(other)
    await one("evm_mine")
    expect(await look({ mark: kept })).toEqual({ _tag: tag, by })
    expect(await look({ hash: null })).toEqual({ _tag: "Missing" })
    expect(hash).not.toBe(by)
    await one("anvil_mine", 200)
    expect(await look({ hash: null })).toEqual({ _tag: tag, by })
  })

  it("reports a dropped transaction as missing, and finds it when it returns", async () => {
    const { hash, kept, look, one, transaction } = await sent({})
    await one("anvil_dropTransaction", hash)
    expect(await look({ mark: kept })).toEqual({ _tag: "Missing" })
    const again = z.string().parse(await one("eth_sendTransaction", { from: vera, ...transaction }))
    await one("evm_mine")
    expect(await look({ mark: kept })).toMatchObject({ _tag: "Mined", hash: again })
  })

  it("reports a transaction in a reverted block as pending or missing, not replaced", async () => {
    const { kept, look, one } = await sent({})
    const before = await one("evm_snapshot")
    await one("anvil_mine", 3)
    expect(await look({ mark: kept })).toMatchObject({ _tag: "Mined", confirmations: 3 })
    await one("evm_revert", before)
    expect(["Pending", "Missing"]).toContain((await look({ mark: kept }))._tag)
  })
})
