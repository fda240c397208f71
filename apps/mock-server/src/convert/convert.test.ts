import {
  getBalance,
  getBuildApprove,
  getConvertAllowance,
  getConvertGasPrice,
  getConvertQuotes,
  getConvertTokens,
  getHistory,
  postBuildTransaction,
} from "@wmodal/api"
import { evmNetworks, swapNetworks } from "@wmodal/protocol/networks"
import {
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint256,
  parseEther,
  parseUnits,
} from "viem"
import { describe, expect, it } from "vitest"
import { accounts } from "../evm/accounts.ts"
import { exchangeAbi, exchangeAddress, nativeAddress } from "../evm/exchange.ts"
import { tokens } from "../evm/tokens.ts"
import { setupTestHandler } from "../testing/setupTestHandler.ts"
import { makeWorldClient } from "../testing/WorldClient.ts"

const handler = setupTestHandler()
const { call, refusal, control, reader, sent } = makeWorldClient(handler, "convert")

const chainId = "eip155:137"
const [usd, dai, tether] = tokens
const caip = (address: string) => `${chainId}:${address}`
const native = caip("0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee")
const [vera, milo, ines] = accounts

const quote = async (user: Hex, from: string, to: string, amount: bigint) => {
  const query = { amount: `${amount}`, userAddress: user, from, to, gasPrice: "60000000128" }
  const { quotes } = await call(getConvertQuotes, {}, { query })
  return BigInt(quotes[0]?.toAmount ?? 0)
}

const build = async (user: Hex, from: string, to: string, amount: bigint, slippage = 1) => {
  const body = {
    amount: `${amount}`,
    eip155: { slippage },
    projectId: "convert",
    from,
    to,
    userAddress: caip(user),
    disableEstimate: true,
  }
  return (await call(postBuildTransaction, {}, { body })).tx
}

/** `0x…` of `eip155:1:0x…`. */
const plain = (address: string): Hex => `0x${address.split(":0x")[1] ?? ""}`
const hex = (data: string): Hex => `0x${data.slice(2)}`

const fetchHeld = async (address: Hex) => {
  const { balances } = await call(getBalance, { address }, { query: { currency: "usd", chainId } })
  return Object.fromEntries(balances.map(({ symbol, quantity }) => [symbol, quantity.numeric]))
}

const fetchLast = async (address: Hex) =>
  (await call(getHistory, { address }, { query: { chainId } })).data[0]

describe("swap", { timeout: 30_000 }, () => {
  it("offers the native currency and the tokens, the native address in lower case", async () => {
    const { tokens: offered } = await call(getConvertTokens, {}, { query: { chainId } })
    expect(offered).toEqual([
      {
        name: "POL",
        symbol: "POL",
        address: native,
        decimals: 18,
        logoUri: "http://localhost/public/getTokenImage/POL",
        eip2612: false,
      },
      expect.objectContaining({ symbol: "mUSDC", address: caip(usd.address), decimals: 6 }),
      expect.objectContaining({ symbol: "mDAI", address: caip(dai.address), decimals: 18 }),
    ])
  })

  it("completes quote, approval and swap of a token, and updates balances and history", async () => {
    const amount = parseUnits("1000", 6)
    const allowance = async () =>
      call(getConvertAllowance, {}, { query: { tokenAddress: caip(usd.address), userAddress: caip(vera) } })
    expect(await allowance()).toEqual({ allowance: "0" })

    const query = { userAddress: caip(vera), from: caip(usd.address), to: caip(dai.address) }
    const { tx: approval } = await call(getBuildApprove, {}, { query })
    expect(approval).toMatchObject({ from: caip(usd.address), to: caip(dai.address), value: "0" })
    expect(decodeFunctionData({ abi: erc20Abi, data: hex(approval.data) })).toEqual({
      functionName: "approve",
      args: [exchangeAddress, maxUint256],
    })
    await sent(0, chainId, { to: plain(approval.from), data: hex(approval.data) })
    expect(await allowance()).toEqual({ allowance: `${maxUint256}` })
    expect((await fetchLast(vera))?.metadata).toMatchObject({ operationType: "approve", status: "confirmed" })

    const quoted = await quote(vera, caip(usd.address), caip(dai.address), amount)
    const tx = await build(vera, caip(usd.address), caip(dai.address), amount)
    expect(tx).toMatchObject({ from: caip(vera), to: caip(exchangeAddress), amount: `${amount}` })
    const { args } = decodeFunctionData({ abi: exchangeAbi, data: hex(tx.data) })
    const least = (quoted * 99n) / 100n
    expect(args.slice(0, -1)).toEqual([usd.address, dai.address, amount, least, vera])
    const { timestamp } = await reader(chainId).getBlock()
    expect(Number(args.at(-1)) - Number(timestamp)).toBeGreaterThanOrEqual(1_200)

    const before = await fetchHeld(vera)
    const receipt = await sent(0, chainId, {
      to: plain(tx.to),
      data: hex(tx.data),
      gas: BigInt(tx.eip155.gas),
      gasPrice: BigInt(tx.eip155.gasPrice),
    })
    expect(receipt.status).toBe("success")
    const after = await fetchHeld(vera)
    expect([before["mUSDC"], after["mUSDC"]]).toEqual(["10000", "9000"])
    const dollars = parseEther(after["mDAI"] ?? "") - parseEther(before["mDAI"] ?? "")
    expect(dollars).toBe(quoted)

    expect(await fetchLast(vera)).toMatchObject({
      metadata: {
        operationType: "trade",
        hash: receipt.transactionHash,
        minedAt: expect.stringMatching(/^2026-01-01T00:0\d:\d\d\.000Z$/),
        sentFrom: vera.toLowerCase(),
        sentTo: exchangeAddress.toLowerCase(),
        status: "confirmed",
        nonce: 1,
        chain: chainId,
        application: { name: "Mock Exchange" },
      },
      transfers: [
        { direction: "out", fungible_info: { symbol: "mUSDC" }, quantity: { numeric: "1000" } },
        { direction: "in", fungible_info: { symbol: "mDAI" } },
      ],
    })
  })

  it("swaps the native currency in both directions, including inner payments", async () => {
    const me = reader(chainId)
    const amount = parseEther("2000")
    const quoted = await quote(milo, native, caip(usd.address), amount)
    const tx = await build(milo, native, caip(usd.address), amount)
    const dollars = () =>
      me.readContract({ address: usd.address, abi: erc20Abi, functionName: "balanceOf", args: [milo] })
    const before = await dollars()
    await sent(1, chainId, { to: plain(tx.to), data: hex(tx.data), value: amount })
    expect((await dollars()) - before).toBe(quoted)
    expect(await fetchLast(milo)).toMatchObject({
      metadata: { operationType: "trade" },
      transfers: [
        { direction: "out", fungible_info: { symbol: "POL" }, quantity: { numeric: "2000" } },
        { direction: "in", fungible_info: { symbol: "mUSDC" } },
      ],
    })

    const approval = encodeFunctionData({
      abi: erc20Abi,
      functionName: "approve",
      args: [exchangeAddress, quoted],
    })
    await sent(1, chainId, { to: usd.address, data: approval })
    const back = await quote(milo, caip(usd.address), native, quoted)
    const home = await build(milo, caip(usd.address), native, quoted)
    const coins = await me.getBalance({ address: milo })
    const gas = BigInt(home.eip155.gas)
    const receipt = await sent(1, chainId, { to: plain(home.to), data: hex(home.data), gas })
    const fee = receipt.gasUsed * receipt.effectiveGasPrice
    expect((await me.getBalance({ address: milo })) - coins + fee).toBe(back)
    // Both ways cost the fee of 0.85 %.
    expect(back).toBeGreaterThan((amount * 982n) / 1000n)
    expect(back).toBeLessThan((amount * 984n) / 1000n)
    expect(await fetchLast(milo)).toMatchObject({
      metadata: { operationType: "trade" },
      transfers: [
        { direction: "in", fungible_info: { symbol: "POL" } },
        { direction: "out", fungible_info: { symbol: "mUSDC" } },
      ],
    })
  })

  it("fails without an effect when the price has moved, and appears failed in the history", async () => {
    const tx = await build(ines, native, caip(usd.address), parseEther("1"), 0)
    const first = await build(accounts[4], native, caip(usd.address), parseEther("100"), 0)
    await sent(4, chainId, {
      to: plain(first.to),
      data: hex(first.data),
      value: parseEther("100"),
    })
    await sent(2, chainId, {
      to: plain(tx.to),
      data: hex(tx.data),
      value: parseEther("1"),
      gas: 150_000n,
    })
    expect(await fetchLast(ines)).toMatchObject({
      metadata: { operationType: "trade", status: "failed" },
      transfers: [],
    })
    expect((await fetchHeld(ines))["mUSDC"]).toBe("750.25")
  })

  it("costs the same gas in every build: its deadline has no zero byte", async () => {
    const value = parseEther("1")
    for (let second = 0; second < 300; second += 60) {
      await control(chainId, "evm_increaseTime", [second])
      await control(chainId, "evm_mine", [])
      const { data } = await build(accounts[5], native, caip(usd.address), value)
      expect(Number.parseInt(data.slice(-2), 16) % 2).toBe(1)
    }
  })

  it("stays valid for twenty minutes of the world's time, however old the newest block is", async () => {
    const value = parseEther("1")
    const send = async ({ to, data }: Awaited<ReturnType<typeof build>>) =>
      (await sent(5, chainId, { to: plain(to), data: hex(data), value, gas: 150_000n })).status
    await control(chainId, "evm_increaseTime", [86_400])
    const tx = await build(accounts[5], native, caip(usd.address), value)
    await control(chainId, "evm_increaseTime", [1_100])
    expect(await send(tx)).toBe("success")
    await control(chainId, "evm_increaseTime", [101])
    expect(await send(tx)).toBe("reverted")
  })

  it("estimates gas on request, and rejects an impossible swap", async () => {
    const body = {
      amount: `${parseEther("1")}`,
      eip155: { slippage: 1 },
      projectId: "convert",
      from: native,
      to: caip(dai.address),
      userAddress: caip(ines),
    }
    const { tx } = await call(postBuildTransaction, {}, { body })
    expect(Number(tx.eip155.gas)).toBeGreaterThan(60_000)
    expect(Number(tx.eip155.gas)).toBeLessThan(150_000)
    const poor = { ...body, from: caip(dai.address), to: native }
    expect(await refusal(postBuildTransaction, {}, { body: poor })).toEqual([400, "userAddress"])
  })

  it("returns sufficient gas prices, higher for faster inclusion", async () => {
    const prices = await call(getConvertGasPrice, {}, { query: { chainId } })
    const [standard, fast, instant] = [prices.standard, prices.fast, prices.instant].map(BigInt)
    const { baseFeePerGas } = await reader(chainId).getBlock({ blockTag: "pending" })
    expect(standard).toBeGreaterThan(baseFeePerGas ?? 0n)
    expect(fast).toBeGreaterThan(standard ?? 0n)
    expect(instant).toBeGreaterThan(fast ?? 0n)
  })

  it("returns all fields of a quote, with the requesting account", async () => {
    const query = { from: native, to: caip(usd.address), amount: "0xde0b6b3a7640000", gasPrice: "1" }
    const expected = {
      quotes: [
        {
          id: null,
          fromAmount: `${parseEther("1")}`,
          fromAccount: caip(vera),
          toAmount: expect.stringMatching(/^\d+$/),
          toAccount: caip(vera),
        },
      ],
    }
    for (const userAddress of [vera, vera.toLowerCase(), caip(vera)])
      expect(await call(getConvertQuotes, {}, { query: { ...query, userAddress } })).toEqual(expected)
  })

  it("needs no allowance for the native currency", async () => {
    const query = { tokenAddress: native, userAddress: caip(vera) }
    expect(await call(getConvertAllowance, {}, { query })).toEqual({ allowance: `${maxUint256}` })
  })
})

describe("swap networks", { timeout: 60_000 }, () => {
  it("swaps native currency into tokens on all twelve", async () => {
    expect(swapNetworks).toHaveLength(12)
    // One after the other: each needs its own chain.
    for (const network of swapNetworks) {
      const on = network.caipNetworkId
      const { tokens: offered } = await call(getConvertTokens, {}, { query: { chainId: on } })
      expect(offered.map(({ symbol }) => symbol)).toEqual([network.nativeCurrency.symbol, "mUSDC", "mDAI"])
      await call(getConvertGasPrice, {}, { query: { chainId: on } })
      const pair = { from: `${on}:${nativeAddress}`, to: `${on}:${usd.address}` }
      const body = {
        ...pair,
        amount: `${parseEther("1")}`,
        eip155: { slippage: 1 },
        projectId: "convert",
        userAddress: `${on}:${accounts[6]}`,
      }
      const query = { ...pair, amount: body.amount, userAddress: accounts[6], gasPrice: "1" }
      const { quotes } = await call(getConvertQuotes, {}, { query })
      const { tx } = await call(postBuildTransaction, {}, { body })
      const value = parseEther("1")
      await sent(6, on, { to: plain(tx.to), data: hex(tx.data), value })
      const args = [accounts[6]] as const
      const of = { address: usd.address, abi: erc20Abi, functionName: "balanceOf", args } as const
      expect(`${await reader(on).readContract(of)}`).toBe(quotes[0]?.toAmount)
    }
  })

  it.each(evmNetworks.filter((network) => !swapNetworks.includes(network)).map((network) => [network]))(
    "rejects every call on $name",
    async ({ caipNetworkId }) => {
      const [from, to] = [`${caipNetworkId}:${usd.address}`, `${caipNetworkId}:${dai.address}`]
      const userAddress = `${caipNetworkId}:${vera}`
      const common = { from, to, userAddress, amount: "1000000" }
      const query = { chainId: caipNetworkId }
      const body = { ...common, eip155: { slippage: 1 }, projectId: "p" }
      const quoted = { ...common, gasPrice: "1" }
      expect(await refusal(getConvertTokens, {}, { query })).toEqual([400, "chainId"])
      expect(await refusal(getConvertGasPrice, {}, { query })).toEqual([400, "chainId"])
      expect(await refusal(getConvertQuotes, {}, { query: quoted })).toEqual([400, "from"])
      expect(await refusal(getBuildApprove, {}, { query: common })).toEqual([400, "from"])
      expect(await refusal(postBuildTransaction, {}, { body })).toEqual([400, "from"])
      const allowed = { tokenAddress: from, userAddress }
      expect(await refusal(getConvertAllowance, {}, { query: allowed })).toEqual([400, "tokenAddress"])
    },
  )
})

describe("invalid swaps", { timeout: 30_000 }, () => {
  const good = {
    amount: "1000000",
    userAddress: vera,
    from: caip(usd.address),
    to: native,
    gasPrice: "1",
  }
  it.each<[string, string, Record<string, string>]>([
    ["one token twice", "to", { to: caip(usd.address) }],
    [
      "the native currency twice",
      "to",
      { from: native.toUpperCase().replace("EIP155", "eip155").replace("0XE", "0xE") },
    ],
    ["an unknown token", "from", { from: caip(vera) }],
    ["a token that no pool trades", "to", { to: caip(tether.address) }],
    ["tokens of two networks", "to", { to: `eip155:1:${dai.address}` }],
    ["an unknown network", "to", { to: `eip155:424242:${dai.address}` }],
    [
      "another namespace",
      "from",
      { from: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:So11111111111111111111111111111111111111112" },
    ],
    ["no CAIP-10", "from", { from: usd.address }],
    ["nothing", "amount", { amount: "0" }],
    ["less than nothing", "amount", { amount: "-1" }],
    ["a fraction", "amount", { amount: "1.5" }],
    ["all there could be", "amount", { amount: `${maxUint256}` }],
    ["more than there could be", "amount", { amount: "9".repeat(78) }],
    [
      "a whole unit too small to be worth anything",
      "amount",
      { from: caip(dai.address), to: caip(usd.address), amount: "1" },
    ],
    ["a person that is none", "userAddress", { userAddress: "vera" }],
    ["a person somewhere else", "userAddress", { userAddress: `eip155:1:${vera}` }],
  ])("rejects %s", async (_, field, wrong) => {
    expect(await refusal(getConvertQuotes, {}, { query: { ...good, ...wrong } })).toEqual([400, field])
  })

  it.each([-1, 100.01, 1e300])("rejects a slippage of %d percent", async (slippage) => {
    const body = { ...good, eip155: { slippage }, projectId: "p", userAddress: caip(vera) }
    expect(await refusal(postBuildTransaction, {}, { body })).toEqual([400, "eip155.slippage"])
  })

  it("rejects an approval of the native currency", async () => {
    const query = { userAddress: caip(vera), from: native, to: caip(usd.address) }
    expect(await refusal(getBuildApprove, {}, { query })).toEqual([400, "from"])
  })

  it("starts no chain for invalid requests", async () => {
    const { control: start, refusal: refuse } = makeWorldClient(handler, "invalid")
    const listChains = async () => {
      const response = await handler.fetch(new Request("http://localhost/control/worlds"))
      const { worlds }: { readonly worlds: readonly { projectId: string; chains: readonly object[] }[] } =
        await response.json()
      return worlds.find(({ projectId }) => projectId === "invalid")?.chains
    }
    const invalid = { ...good, amount: "0" }
    const body = { ...invalid, eip155: { slippage: 1 }, projectId: "invalid", userAddress: caip(vera) }
    const approval = { userAddress: caip(vera), from: native, to: caip(usd.address) }
    expect(await refuse(getConvertQuotes, {}, { query: invalid })).toEqual([400, "amount"])
    expect(await refuse(postBuildTransaction, {}, { body })).toEqual([400, "amount"])
    expect(await refuse(getBuildApprove, {}, { query: approval })).toEqual([400, "from"])
    expect(await listChains()).toEqual([])
    // A chain that is used is listed.
    expect(await start(chainId, "eth_chainId")).toBe("0x89")
    expect(await listChains()).toMatchObject([{ chainId }])
  })
})
