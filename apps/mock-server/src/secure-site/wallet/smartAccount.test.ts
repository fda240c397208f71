import { evm } from "@wmodal/chains/evm"
import { mainnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import {
  createPublicClient,
  custom,
  type Hex,
  hashMessage,
  isErc6492Signature,
  parseEther,
  size,
  toHex,
} from "viem"
import { getUserOperationTypedData } from "viem/account-abstraction"
import { afterAll, describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { entryPointAddress } from "../../evm/entryPoint.ts"
import { exchangeAddress } from "../../evm/exchange.ts"
import { fetchRpcResults } from "../../evm/rpcResults.ts"
import { tokens } from "../../evm/tokens.ts"
import { makeWorldNodes } from "../../phone/wallet/WorldNodes.ts"
import { encodeCalls } from "./operation/sendCalls.ts"
import { makeSiteWorld } from "./testing/makeSiteWorld.ts"

const { ask, asked, end, losing, userOf, world } = makeSiteWorld()
afterAll(end)

const stranger = "0x1111111111111111111111111111111111111111"
const [usd] = tokens
const chain = async (method: string, ...params: readonly unknown[]) =>
  (await fetchRpcResults(await world.chain(mainnet), [[method, ...params]]))[0]
const fetchBalance = async (address: string) =>
  BigInt(String(await chain("eth_getBalance", address, "latest")))

const send = (value: bigint) => ({ to: stranger, value: toHex(value), data: "0x" }) as const
/** A call with unknown data, which the exchange reverts. */
const reverting = { to: exchangeAddress, value: "0x0", data: "0xdeadbeef" } as const

const Sent = z.object({ id: z.string() })
const hex = (value: unknown): Hex => `0x${String(value).slice(2)}`

describe("smart account", { timeout: 30_000 }, () => {
  it("deploys its code with its first transaction", async () => {
    const { as, wallet } = await userOf("first")
    const { address, describe, perform } = as("smartAccount")
    expect(await wallet.smartAccountDeployed("eip155:1")).toBe(false)
    expect(await chain("eth_getCode", address, "latest")).toBe("0x")
    expect(await fetchBalance(address)).toBe(parseEther("10"))
    expect(await wallet.smartAccountDeployed("eip155:1")).toBe(false)

    const transaction = { from: address, ...send(parseEther("1")) }
    const before = await fetchBalance(stranger)
    expect(await describe("eth_sendTransaction", [transaction])).toEqual({
      title: "Send a transaction",
      acts: [],
      lines: [
        { label: "You pay", text: "1 ETH" },
        { label: "To", text: stranger },
        { label: "Amount", text: "1 ETH" },
        { label: "Fee", text: "none: it is sponsored" },
        { label: "Account", text: address },
        { label: "Network", text: "Ethereum (1)" },
        { label: "First use", text: "This deploys your smart account on this network." },
      ],
    })
    expect(await chain("eth_getCode", address, "latest")).toBe("0x")

    const hash = await perform("eth_sendTransaction", [transaction])
    expect(await chain("eth_getTransactionReceipt", hash)).toMatchObject({
      status: "0x1",
      to: entryPointAddress.toLowerCase(),
    })
    expect(await chain("eth_getCode", address, "latest")).not.toBe("0x")
    expect(await wallet.smartAccountDeployed("eip155:1")).toBe(true)
    expect((await fetchBalance(stranger)) - before).toBe(parseEther("1"))
    // The bundler paid the fee.
    expect(await fetchBalance(address)).toBe(parseEther("9"))
  })

  it("performs several calls as one operation", async () => {
    const { as } = await userOf("batch")
    const { address, describe, perform, read } = as("smartAccount")
    const calls = [
      send(1n),
      send(2n),
      {
        to: usd.address,
        data: `0xa9059cbb${stranger.slice(2).padStart(64, "0")}${(5_000_000).toString(16).padStart(64, "0")}`,
      },
    ]
    expect((await describe("wallet_sendCalls", [{ calls }])).lines.slice(0, 6)).toEqual([
      { label: "You pay", text: "0.000000000000000003 ETH" },
      { label: "You pay", text: "5 mUSDC" },
      { label: "Call 1", text: `Send 0.000000000000000001 ETH to ${stranger}` },
      { label: "Call 2", text: `Send 0.000000000000000002 ETH to ${stranger}` },
      { label: "Call 3", text: `Send 5 mUSDC of token mUSDC, ${usd.address} to ${stranger}` },
      { label: "Together", text: "All calls succeed, or none." },
    ])
    const before = [
      await fetchBalance(stranger),
      asked.filter((method) => method === "eth_sendRawTransaction").length,
    ]
    const sent = await perform("wallet_sendCalls", [
      { version: "2.0.0", from: address, chainId: "0x1", calls },
    ])
    expect(sent).toEqual({ id: expect.stringMatching(/^0x[\da-f]{64}$/) })
    const { id } = Sent.parse(sent)
    expect([
      await fetchBalance(stranger),
      asked.filter((method) => method === "eth_sendRawTransaction").length,
    ]).toEqual([BigInt(before[0] ?? 0) + 3n, Number(before[1]) + 1])
    const status = await read("wallet_getCallsStatus", [id])
    expect(status).toMatchObject({
      version: "2.0.0",
      id,
      chainId: "0x1",
      status: 200,
      atomic: true,
      receipts: [{ status: "0x1" }],
    })
    const receipt = await read("eth_getUserOperationReceipt", [id])
    expect(receipt).toMatchObject({
      userOpHash: id,
      sender: address,
      nonce: "0x0",
      success: true,
      actualGasCost: "0x0",
    })
    expect(await read("eth_getUserOperationByHash", [id])).toMatchObject({
      entryPoint: entryPointAddress,
      userOperation: { sender: address, nonce: "0x0", maxFeePerGas: "0x0" },
    })
    // An ID of the dApp is accepted once.
    expect(await perform("wallet_sendCalls", [{ id: "mine", calls }])).toEqual({ id: "mine" })
    expect(await read("wallet_getCallsStatus", ["mine"])).toMatchObject({ status: 200 })
    await expect(perform("wallet_sendCalls", [{ id: "mine", calls }])).rejects.toMatchObject({ code: 5720 })
  })

  it("performs none of the calls when one fails, in simulation or on chain", async () => {
    const { as } = await userOf("reverting")
    const { address, describe, perform, read } = as("smartAccount")
    const calls = [send(parseEther("1")), reverting]
    await expect(describe("wallet_sendCalls", [{ calls }])).rejects.toMatchObject({ code: 3 })
    await expect(perform("wallet_sendCalls", [{ calls }])).rejects.toMatchObject({ code: 3 })
    await expect(perform("eth_sendTransaction", [{ from: address, ...reverting }])).rejects.toMatchObject({
      code: 3,
    })
    expect(await chain("eth_getCode", address, "latest")).toBe("0x")

    // With a given gas limit the call is not simulated.
    const hash = await perform("eth_sendTransaction", [{ from: address, ...reverting, gas: "0x186a0" }])
    // The bundle succeeded and its operation failed.
    expect(await chain("eth_getTransactionReceipt", hash)).toMatchObject({ status: "0x1" })

    const callData = encodeCalls(calls.map(({ data, to, value }) => ({ to, value: BigInt(value), data })))
    const before = await fetchBalance(address)
    const operation = await perform("eth_sendUserOperation", [
      { sender: address, callData, callGasLimit: "0x30d40" },
      entryPointAddress,
    ])
    expect(await read("eth_getUserOperationReceipt", [operation])).toMatchObject({
      success: false,
      nonce: "0x1",
    })
    expect(await fetchBalance(address)).toBe(before)
  })

  it("reports its capabilities and assets", async () => {
    const { as } = await userOf("first")
    const { address, read } = as("smartAccount")
    expect(await read("wallet_getCapabilities", [address, ["0x1"]])).toEqual({
      "0x1": {
        atomic: { status: "supported" },
        atomicBatch: { supported: true },
        assetDiscovery: { supported: true },
        permissions: { supported: true },
        paymasterService: { supported: true },
      },
    })
    expect(await read("wallet_getCapabilities")).toMatchObject({
      "0x89": { atomic: { status: "supported" } },
      "0x144": { atomic: { status: "unsupported" } },
    })
    expect(await as("eoa").read("wallet_getCapabilities", [as("eoa").address])).toMatchObject({
      "0x1": { atomic: { status: "unsupported" } },
    })
    expect(await read("wallet_getAssets", { account: address, chainFilter: ["0x1"] })).toMatchObject({
      "0x1": [
        { type: "NATIVE", balance: toHex(parseEther("9")) },
        { type: "ERC20", metadata: { symbol: "mUSDC" } },
        { type: "ERC20", metadata: { symbol: "mDAI" } },
      ],
    })
  })

  const verifier = createPublicClient({
    transport: custom({ request: ({ method, params = [] }) => chain(method, ...params) }, { retryCount: 0 }),
  })
  const typedData = {
    domain: { name: "Shop", chainId: 1 },
    types: { Order: [{ name: "text", type: "string" }] },
    primaryType: "Order",
    message: { text: "Hello" },
  } as const

  it("signs for its address on one network, before and after its deployment (ERC-6492, ERC-1271)", async () => {
    const { as, wallet } = await userOf("signing")
    const { describe, perform } = as("smartAccount")
    const address = hex(as("smartAccount").address)
    expect(await describe("personal_sign", [toHex("Hello"), address])).toMatchObject({
      title: "Sign a message",
      lines: [{ text: "Hello" }, { text: address }, {}],
    })
    const sign = async () => hex(await perform("personal_sign", [toHex("Hello"), address]))
    const signTypedData = async () =>
      hex(await perform("eth_signTypedData_v4", [address, JSON.stringify(typedData)]))
    const verify = (signature: Hex, message = "Hello") =>
      verifier.verifyMessage({ address, message, signature })

    const wrapped = await sign()
    expect(isErc6492Signature(wrapped)).toBe(true)
    expect(await verify(wrapped)).toBe(true)
    expect(await verify(wrapped, "Hell")).toBe(false)
    expect(await verifier.verifyTypedData({ address, ...typedData, signature: await signTypedData() })).toBe(
      true,
    )
    expect(await wallet.smartAccountDeployed("eip155:1")).toBe(false)

    await perform("eth_sendTransaction", [{ from: address, ...send(1n) }])
    const plain = await sign()
    expect(size(plain)).toBe(65)
    expect(await verify(plain)).toBe(true)
    expect(await verify(wrapped)).toBe(true)
    expect(await verifier.verifyTypedData({ address, ...typedData, signature: await signTypedData() })).toBe(
      true,
    )

    // The key's own signature, and that for another network, are not the account's.
    expect(
      await verify(hex(await as("eoa").perform("personal_sign", [toHex("Hello"), as("eoa").address]))),
    ).toBe(false)
    const [call] = [{ chainId: "eip155:137", type: "smartAccount", method: "personal_sign" } as const]
    expect(await verify(hex(await wallet.perform({ ...call, params: [toHex("Hello"), address] })))).toBe(
      false,
    )
    await expect(perform("personal_sign", [toHex("Hello"), as("eoa").address])).rejects.toMatchObject({
      code: 4100,
    })
  })

  it("never signs typed data of the account's own contract, which could be the account's signature of anything", async () => {
    const { as } = await userOf("signing")
    const account = as("smartAccount").address
    const bound = {
      domain: { name: "SessionAccount", chainId: 1, verifyingContract: account },
      types: { Message: [{ name: "hash", type: "bytes32" }] },
      primaryType: "Message",
      message: { hash: hashMessage("Hello") },
    }
    for (const type of ["eoa", "smartAccount"] as const)
      await expect(
        as(type).perform("eth_signTypedData_v4", [as(type).address, JSON.stringify(bound)]),
      ).rejects.toMatchObject({ message: "Could not sign an operation as typed data." })
  })

  it("sends one of two concurrent batches with the same ID", async () => {
    const { perform } = (await userOf("at once")).as("smartAccount")
    const before = await fetchBalance(stranger)
    const asking = () => perform("wallet_sendCalls", [{ id: "one", calls: [send(3n)] }])
    const both = await Promise.allSettled([asking(), asking()])
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
    expect((await fetchBalance(stranger)) - before).toBe(3n)
    // A failed batch does not use up its ID.
    const refused = { id: "two", calls: [send(parseEther("99"))] }
    for (const _ of [1, 2])
      await expect(perform("wallet_sendCalls", [refused])).rejects.not.toMatchObject({ code: 5720 })
    expect(await perform("wallet_sendCalls", [{ id: "two", calls: [send(1n)] }])).toEqual({ id: "two" })
  })

  it("rejects user operations as typed data for both account types", async () => {
    const { as } = await userOf("first")
    const { domain, message, primaryType, types } = getUserOperationTypedData({
      chainId: 1,
      entryPointAddress,
      userOperation: {
        sender: hex(as("smartAccount").address),
        nonce: 9n,
        callData: encodeCalls([{ to: stranger, value: parseEther("9"), data: "0x" }]),
        callGasLimit: 100_000n,
        verificationGasLimit: 100_000n,
        preVerificationGas: 50_000n,
        maxFeePerGas: 0n,
        maxPriorityFeePerGas: 0n,
        signature: "0x",
      },
    })
    const text = (verifyingContract: string) =>
      JSON.stringify({ domain: { ...domain, verifyingContract }, message, primaryType, types }, (_, value) =>
        typeof value === "bigint" ? `${value}` : value,
      )
    for (const type of ["eoa", "smartAccount"] as const) {
      const { address, perform } = as(type)
      for (const said of [entryPointAddress, entryPointAddress.toLowerCase()])
        await expect(perform("eth_signTypedData_v4", [address, text(said)])).rejects.toMatchObject({
          message: "Could not sign an operation as typed data.",
        })
      expect(await perform("eth_signTypedData_v4", [address, text(stranger)])).toMatch(/^0x/)
    }
  })

  it("sends an operation once when the bundler's responses are lost", { timeout: 30_000 }, async () => {
    const { address, perform } = (await userOf("unheard")).as("smartAccount")
    const before = await fetchBalance(stranger)
    losing.push(...Array.from({ length: 9 }, () => "eth_sendRawTransaction"), "eth_getTransactionReceipt")
    const hash = await perform("eth_sendTransaction", [{ from: address, ...send(4n) }])
    expect(await chain("eth_getTransactionReceipt", hash)).toMatchObject({ status: "0x1" })
    expect((await fetchBalance(stranger)) - before).toBe(4n)
    losing.length = 0
  })

  it("uses the next nonce while operations are pending", async () => {
    const { as } = await userOf("waiting")
    const { address, perform, read } = as("smartAccount")
    await chain("evm_setAutomine", false)
    const one = Sent.parse(await perform("wallet_sendCalls", [{ calls: [send(1n)] }]))
    const two = Sent.parse(await perform("wallet_sendCalls", [{ calls: [send(2n)] }]))
    expect(await read("wallet_getCallsStatus", [one.id])).toMatchObject({ status: 100 })
    const sending = perform("eth_sendTransaction", [{ from: address, ...send(3n) }])
    await expect
      .poll(() => asked.filter((method) => method === "eth_sendRawTransaction").length)
      .toBeGreaterThan(7)
    await chain("evm_setAutomine", true)
    expect(await chain("eth_getTransactionReceipt", await sending)).toMatchObject({ status: "0x1" })
    for (const { id } of [one, two])
      expect(await read("wallet_getCallsStatus", [id])).toMatchObject({ status: 200 })
  })

  it("simulates transfers before deployment, and finds sent transactions without their hash", async () => {
    const { as } = await userOf("lost")
    const { address: from, perform } = as("smartAccount")
    const { actions: loading } = await evm().load()
    const actions = await loading.get()
    const rpc = makeWorldNodes("p", ask)(mainnet)
    const asking = { network: mainnet, rpc }
    const transfer = { from, to: stranger, token: null, amount: 7n }
    const fee = await Effect.runPromise(actions.estimate({ ...asking, transfer }))
    const transaction = actions.build({ transfer, fee })
    expect(await Effect.runPromise(actions.simulate({ ...asking, transfer, transaction }))).toMatchObject({
      _tag: "Simulated",
      sender: [{ before: parseEther("10"), after: parseEther("10") - 7n }],
    })
    expect(await Effect.runPromise(actions.isDelegated({ ...asking, address: from }))).toBe(false)

    const mark = await Effect.runPromise(actions.takeCheckpoint({ ...asking, from }))
    const look = (hash: string | null, taken: readonly string[] = [], sought = transaction) =>
      Effect.runPromise(
        actions.find({ ...asking, sought: { from, transaction: sought, mark, hash, excludedHashes: taken } }),
      )
    expect(await look(null)).toEqual({ _tag: "Missing" })
    const sent = await perform("eth_sendTransaction", [{ from, ...transaction }])
    const hash = String(sent)
    expect(await look(null)).toMatchObject({ _tag: "Mined", hash, succeeded: true, fee: 0n })
    expect(await look(hash)).toMatchObject({ _tag: "Mined", hash, succeeded: true })
    expect(await look(null, [hash])).toEqual({ _tag: "Missing" })
    const second = String(await perform("eth_sendTransaction", [{ from, ...transaction }]))
    expect(await look(null, [hash])).toMatchObject({ _tag: "Mined", hash: second })

    const failing = { ...reverting, gas: "0x186a0" }
    const failed = String(await perform("eth_sendTransaction", [{ from, ...failing }]))
    expect(await look(failed, [], failing)).toMatchObject({ _tag: "Mined", succeeded: false })
    expect(await look(null, [], failing)).toMatchObject({ hash: failed, succeeded: false })
  })
})
