import { mainnet } from "@wmodal/protocol/networks"
import {
  createPublicClient,
  custom,
  decodeErrorResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  isHex,
  maxUint48,
  parseEther,
  toHex,
} from "viem"
import { entryPoint08Abi, getUserOperationHash, toPackedUserOperation } from "viem/account-abstraction"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { type Anvil, startAnvil } from "./Anvil.ts"
import { accounts } from "./accounts.ts"
import { bundlerAddress, entryPointAddress } from "./entryPoint.ts"
import { genesisTimestamp } from "./genesis.ts"
import { makeGenesisState } from "./genesisState.ts"
import { fetchRpcResults } from "./rpcResults.ts"
import { getAccountCreation, getSmartAccountAddress, smartAccountAbi } from "./smartAccount.ts"
import { tokens } from "./tokens.ts"

const [usd] = tokens
const [holder = "0x"] = accounts
const payee = "0x000000000000000000000000000000000000bEEF"
const native = "0x0000000000000000000000000000000000000000"
const fee = { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }

const RpcReply = z.object({ error: z.optional(z.object({ data: z.custom<Hex>(isHex) })) })

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 1, timestamp: genesisTimestamp, state: makeGenesisState(mainnet) })
})
afterAll(() => anvil.end())

const rpc = async (method: string, ...params: readonly unknown[]) =>
  (await fetchRpcResults(anvil, [[method, ...params]]))[0]
const makeClient = () =>
  createPublicClient({
    transport: custom({ request: ({ method, params = [] }) => rpc(method, ...params) }, { retryCount: 0 }),
  })

type Call = { readonly target: Hex; readonly value: bigint; readonly data: Hex }
const pay = (value: bigint): Call => ({ target: payee, value, data: "0x" })
const transfer = (amount: bigint): Call => ({
  target: usd.address,
  value: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [payee, amount] }),
})
const encode = (calls: readonly Call[]): Hex => {
  const [first] = calls
  return calls.length === 1 && first !== undefined
    ? encodeFunctionData({
        abi: smartAccountAbi,
        functionName: "execute",
        args: [first.target, first.value, first.data],
      })
    : encodeFunctionData({ abi: smartAccountAbi, functionName: "executeBatch", args: [calls] })
}

/** A funded account with its owner, and a session key. Operations go through the entry point, with no bundler's checks. */
const setup = async () => {
  const owner = privateKeyToAccount(generatePrivateKey())
  const session = privateKeyToAccount(generatePrivateKey())
  const address = getSmartAccountAddress(owner.address)
  const client = makeClient()
  await rpc("anvil_setBalance", address, toHex(parseEther("10")))
  for (const account of [holder, bundlerAddress]) await rpc("anvil_impersonateAccount", account)
  await rpc("eth_sendTransaction", {
    from: holder,
    to: usd.address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [address, 100_000_000n] }),
  })

  /** Returns the transaction of a bundle with one operation, signed by the owner or the session. */
  const sign = async (by: "owner" | "session" | Hex, callData: Hex, change: object = {}) => {
    const isMade = (await client.getCode({ address })) !== undefined
    const operation = {
      sender: address,
      nonce: await client.readContract({
        address: entryPointAddress,
        abi: entryPoint08Abi,
        functionName: "getNonce",
        args: [address, 0n],
      }),
      callData,
      callGasLimit: 500_000n,
      verificationGasLimit: 1_000_000n,
      preVerificationGas: 50_000n,
      ...fee,
      ...(isMade ? {} : getAccountCreation(owner.address)),
      signature: "0x" as Hex,
      ...change,
    }
    const hash = getUserOperationHash({
      chainId: 1,
      entryPointAddress,
      entryPointVersion: "0.8",
      userOperation: operation,
    })
    const key = by === "owner" ? owner : session
    const signed = await key.sign({ hash })
    const prefix = by === "owner" ? "" : (by === "session" ? session.address : by).slice(2)
    const data = encodeFunctionData({
      abi: entryPoint08Abi,
      functionName: "handleOps",
      args: [
        [toPackedUserOperation({ ...operation, signature: `0x${prefix}${signed.slice(2)}` })],
        bundlerAddress,
      ],
    })
    return { account: bundlerAddress, to: entryPointAddress, data, gas: 3_000_000n } as const
  }
  const send = ({ account, gas, ...transaction }: Awaited<ReturnType<typeof sign>>) =>
    rpc("eth_sendTransaction", { from: account, gas: toHex(gas), ...transaction })
  /** Returns the entry point's reason for a rejection; `null` if it accepts. */
  const fetchRejection = async ({ account, gas, ...call }: Awaited<ReturnType<typeof sign>>) => {
    const params = [{ from: account, gas: toHex(gas), ...call }, "pending"]
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_call", params })
    const response = await fetch(anvil.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    })
    const { error } = RpcReply.parse(await response.json())
    if (error === undefined) return null
    return `${decodeErrorResult({ abi: entryPoint08Abi, data: error.data }).args?.[1]}`
  }
  /** Mines an operation. Fails with the entry point's reason when it rejects it. */
  const perform = async (...asked: Parameters<typeof sign>) => {
    const transaction = await sign(...asked)
    const reason = await fetchRejection(transaction)
    if (reason !== null) throw new Error(reason)
    const hash = await send(transaction)
    const receipt = await client.waitForTransactionReceipt({ hash: hash as Hex, pollingInterval: 20 })
    if (receipt.status !== "success") throw new Error("the entry point rejected the operation")
  }
  /** Mines a bundle whatever the entry point says, as a dishonest bundler does. @returns whether it was accepted */
  const force = async (...asked: Parameters<typeof sign>) => {
    const hash = await send(await sign(...asked))
    const receipt = await client.waitForTransactionReceipt({ hash: hash as Hex, pollingInterval: 20 })
    return receipt.status === "success"
  }
  const self = (data: Hex) => encode([{ target: address, value: 0n, data }])
  const grant = (limits: readonly (readonly [Hex, bigint])[], expiry = Number(maxUint48)) =>
    perform(
      "owner",
      self(
        encodeFunctionData({
          abi: smartAccountAbi,
          functionName: "grantSession",
          args: [session.address, expiry, limits.map(([token, amount]) => ({ token, amount }))],
        }),
      ),
    )
  const revoke = () =>
    perform(
      "owner",
      self(
        encodeFunctionData({ abi: smartAccountAbi, functionName: "revokeSession", args: [session.address] }),
      ),
    )
  const spend = (...calls: readonly Call[]) => perform("session", encode(calls))
  const left = (token: Hex) =>
    client.readContract({
      address,
      abi: smartAccountAbi,
      functionName: "allowanceOf",
      args: [session.address, token],
    })
  const paid = () => client.getBalance({ address: payee })
  return { address, client, force, grant, left, owner, paid, perform, revoke, self, session, sign, spend }
}

describe("a session of a smart account", { timeout: 60_000 }, () => {
  it("spends native currency and tokens up to its limits, and not one unit more", async () => {
    const { address, client, force, grant, left, paid, spend } = await setup()
    await grant([
      [native, parseEther("1")],
      [usd.address, 5_000_000n],
    ])
    const before = await paid()
    await spend(pay(parseEther("0.4")))
    await spend(pay(parseEther("0.6")), transfer(3_000_000n))
    expect((await paid()) - before).toBe(parseEther("1"))
    expect(await left(native)).toBe(0n)
    expect(await left(usd.address)).toBe(2_000_000n)
    await expect(spend(pay(1n))).rejects.toThrow("AA24 signature error")
    await expect(spend(transfer(2_000_001n))).rejects.toThrow("AA24 signature error")
    // Together they are above the limit.
    await expect(spend(transfer(1_000_000n), transfer(1_000_001n))).rejects.toThrow("AA24 signature error")
    // A bundler that sends it anyway changes nothing.
    expect(await force("session", encode([transfer(2_000_001n)]))).toBe(false)
    await spend(transfer(2_000_000n))
    expect(
      await client.readContract({
        address: usd.address,
        abi: erc20Abi,
        functionName: "balanceOf",
        args: [address],
      }),
    ).toBe(95_000_000n)
    expect((await paid()) - before).toBe(parseEther("1"))
  })

  it("fails after its expiry", async () => {
    const { client, force, grant, paid, spend } = await setup()
    const { timestamp } = await client.getBlock()
    await grant([[native, parseEther("1")]], Number(timestamp) + 1000)
    await spend(pay(1n))
    await rpc("evm_setNextBlockTimestamp", toHex(timestamp + 1001n))
    await rpc("evm_mine")
    const before = await paid()
    await expect(spend(pay(1n))).rejects.toThrow("AA22 expired or not due")
    expect(await force("session", encode([pay(1n)]))).toBe(false)
    expect(await paid()).toBe(before)
  })

  it("fails after its revocation, and a new grant begins with its own limit", async () => {
    const { force, grant, left, paid, revoke, spend } = await setup()
    await grant([[native, parseEther("1")]])
    await spend(pay(1n))
    await revoke()
    const before = await paid()
    expect(await left(native)).toBe(0n)
    await expect(spend(pay(1n))).rejects.toThrow("AA24 signature error")
    expect(await force("session", encode([pay(1n)]))).toBe(false)
    expect(await paid()).toBe(before)
    await revoke()
    await grant([[native, 2n]])
    expect(await left(native)).toBe(2n)
    await spend(pay(2n))
    await expect(spend(pay(1n))).rejects.toThrow("AA24 signature error")
  })

  it("makes no other call, pays no fee, and changes neither itself nor the account", async () => {
    const { address, grant, perform, self, session, spend } = await setup()
    await grant([
      [native, parseEther("1")],
      [usd.address, 5_000_000n],
    ])
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [payee, 1n] })
    await expect(spend({ target: usd.address, value: 0n, data: approve })).rejects.toThrow(
      "AA24 signature error",
    )
    await expect(spend({ ...transfer(1n), value: 1n })).rejects.toThrow("AA24 signature error")
    await expect(spend({ target: payee, value: 0n, data: "0x12345678" })).rejects.toThrow(
      "AA24 signature error",
    )
    await expect(spend({ target: address, value: 0n, data: "0x" })).rejects.toThrow("AA24 signature error")
    const more = encodeFunctionData({
      abi: smartAccountAbi,
      functionName: "grantSession",
      args: [session.address, Number(maxUint48), [{ token: native, amount: parseEther("10") }]],
    })
    await expect(perform("session", self(more))).rejects.toThrow("AA24 signature error")
    await expect(perform("session", more)).rejects.toThrow("AA24 signature error")
    await expect(
      perform("session", encode([pay(1n)]), { maxFeePerGas: 10_000_000_000n, maxPriorityFeePerGas: 1n }),
    ).rejects.toThrow("AA24 signature error")
    await spend(pay(1n))
  })

  it("serves its own key only", async () => {
    const { grant, owner, perform } = await setup()
    await grant([[native, parseEther("1")]])
    // The session signs in the name of another key.
    await expect(perform(owner.address, encode([pay(1n)]))).rejects.toThrow("AA24 signature error")
    await expect(perform(payee, encode([pay(1n)]))).rejects.toThrow("AA24 signature error")
    const stranger = await setup()
    await expect(stranger.spend(pay(1n))).rejects.toThrow("AA24 signature error")
  })
})
