import { readFileSync } from "node:fs"
import { mainnet, polygon } from "@wmodal/protocol/networks"
import { createPublicClient, erc20Abi, erc721Abi, http, parseEther, parseUnits } from "viem"
import { expect, it } from "vitest"
import { makeState, makeTraitCode } from "../../scripts/makeState.ts"
import { startAnvil } from "./Anvil.ts"
import { accounts } from "./accounts.ts"
import { collections } from "./collections.ts"
import { exchangeAbi, exchangeAddress, nativeAddress, pools } from "./exchange.ts"
import { genesisTimestamp } from "./genesis.ts"
import { makeGenesisState } from "./genesisState.ts"
import { multicallAddress } from "./multicall.ts"
import { tokens } from "./tokens.ts"

const readGenerated = (name: string) =>
  readFileSync(new URL(`./generated/${name}.ts`, import.meta.url), "utf8")
const committed = readGenerated("state")
const [usd, dai, tether, fee] = tokens

/** The ABI that viem needs to read a token. */
const read = (address: `0x${string}`) => ({ address, abi: erc20Abi }) as const

it("matches the contract sources when they are compiled and deployed again", {
  tags: ["full"],
  timeout: 60_000,
}, async () => {
  expect(await makeState()).toBe(committed)
})

it("matches the sources of the contracts that only some worlds have", {
  tags: ["full"],
  timeout: 60_000,
}, () => {
  expect(makeTraitCode()).toBe(readGenerated("traitCode"))
})

it("contains the accounts, the tokens and the balances", { timeout: 30_000 }, async () => {
  const anvil = await startAnvil({
    chainId: 137,
    timestamp: genesisTimestamp,
    state: makeGenesisState(polygon),
  })
  try {
    const client = createPublicClient({ transport: http(anvil.url) })
    expect(await client.getChainId()).toBe(137)
    expect(await client.getBlockNumber()).toBe(0n)
    for (const address of accounts) expect(await client.getBalance({ address })).toBe(10_000n * 10n ** 18n)

    for (const token of tokens) {
      expect(await client.readContract({ ...read(token.address), functionName: "name" })).toBe(token.name)
      expect(await client.readContract({ ...read(token.address), functionName: "symbol" })).toBe(token.symbol)
      expect(await client.readContract({ ...read(token.address), functionName: "decimals" })).toBe(
        token.decimals,
      )
    }
    const balances = (token: `0x${string}`) =>
      client.multicall({
        multicallAddress,
        allowFailure: false,
        contracts: accounts
          .slice(0, 5)
          .map((owner) => ({ ...read(token), functionName: "balanceOf", args: [owner] }) as const),
      })
    expect(await balances(usd.address)).toEqual([10_000_000_000n, 2_500_000_000n, 750_250_000n, 0n, 0n])
    const milli = 10n ** 15n
    expect(await balances(dai.address)).toEqual([
      5_000_000n * milli,
      1_000_500n * milli,
      0n,
      42_000n * milli,
      0n,
    ])
    expect(await balances(tether.address)).toEqual([
      3_000_000_000n,
      800_750_000n,
      60_000_000n,
      5_000_000n,
      0n,
    ])
    expect(await balances(fee.address)).toEqual(
      [1_500_000n, 200_000n, 30_000n, 12_500n, 0n].map((amount) => amount * milli),
    )
  } finally {
    await anvil.end()
  }
})

it("contains collectibles that render their own images", { timeout: 30_000 }, async () => {
  const anvil = await startAnvil({
    chainId: 1,
    timestamp: genesisTimestamp,
    state: makeGenesisState(mainnet),
  })
  try {
    const client = createPublicClient({ transport: http(anvil.url) })
    for (const { address, name, symbol, owners } of collections) {
      const of = { address, abi: erc721Abi } as const
      expect(await client.readContract({ ...of, functionName: "name" })).toBe(name)
      expect(await client.readContract({ ...of, functionName: "symbol" })).toBe(symbol)
      for (const [index, owner] of owners.entries()) {
        const args = [BigInt(index + 1)] as const
        expect(await client.readContract({ ...of, functionName: "ownerOf", args })).toBe(owner)
        const uri = await client.readContract({ ...of, functionName: "tokenURI", args })
        expect(await (await fetch(uri)).json()).toEqual({
          name: `${name} #${index + 1}`,
          image: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
        })
      }
    }
  } finally {
    await anvil.end()
  }
})

it.each([
  ["Ethereum", mainnet, "4000"],
  ["Polygon", polygon, "20000000"],
])(
  "contains an exchange whose pools have equal value on both sides, on %s",
  { timeout: 30_000 },
  async (_, network, coins) => {
    const anvil = await startAnvil({
      chainId: Number(network.id),
      timestamp: genesisTimestamp,
      state: makeGenesisState(network),
    })
    try {
      const client = createPublicClient({ transport: http(anvil.url) })
      const of = { address: exchangeAddress, abi: exchangeAbi } as const
      const [native, stable] = [parseEther(coins), parseUnits("10000000", usd.decimals)]
      const sides = [
        [native, stable],
        [native, parseEther("10000000")],
        [stable, parseEther("10000000")],
      ]
      for (const [index, { address, pair }] of pools.entries()) {
        expect(await client.readContract({ ...of, functionName: "poolOf", args: pair })).toBe(address)
        expect(await client.readContract({ ...of, functionName: "reserves", args: pair })).toEqual(
          sides[index],
        )
      }
      const amount = parseEther("1")
      const kept = amount * 9_915n
      const args = [nativeAddress, dai.address, amount] as const
      expect(await client.readContract({ ...of, functionName: "quote", args })).toBe(
        (kept * parseEther("10000000")) / (native * 10_000n + kept),
      )
    } finally {
      await anvil.end()
    }
  },
)
