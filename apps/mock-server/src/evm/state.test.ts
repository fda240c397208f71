import { readFileSync } from "node:fs"
import { createPublicClient, erc20Abi, http } from "viem"
import { expect, it } from "vitest"
import { makeState } from "../../scripts/makeState.ts"
import { startAnvil } from "./Anvil.ts"
import { accounts } from "./accounts.ts"
import { genesisTimestamp } from "./genesis.ts"
import { tokens } from "./tokens.ts"

const committed = readFileSync(new URL("./generated/state.json", import.meta.url), "utf8")

/** What viem needs to read a token. */
const read = (address: `0x${string}`) => ({ address, abi: erc20Abi }) as const

it("is what the contract sources give when they are compiled and deployed again", {
  timeout: 60_000,
}, async () => {
  expect(await makeState()).toBe(committed)
})

it("gives a chain that has the accounts, the tokens and the balances", { timeout: 30_000 }, async () => {
  const anvil = await startAnvil({ chainId: 137, timestamp: genesisTimestamp, state: committed })
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
      Promise.all(
        accounts
          .slice(0, 5)
          .map((owner) => client.readContract({ ...read(token), functionName: "balanceOf", args: [owner] })),
      )
    const [usd, dai] = tokens
    expect(await balances(usd.address)).toEqual([10_000_000_000n, 2_500_000_000n, 750_250_000n, 0n, 0n])
    const milli = 10n ** 15n
    expect(await balances(dai.address)).toEqual([
      5_000_000n * milli,
      1_000_500n * milli,
      0n,
      42_000n * milli,
      0n,
    ])
  } finally {
    await anvil.end()
  }
})
