import { encodeFunctionData, erc20Abi, type Hex, parseEther, parseUnits } from "viem"
import { describe, expect, it } from "vitest"
import { setupTestHandler } from "../testing/setupTestHandler.ts"
import { makeWorldClient } from "../testing/WorldClient.ts"
import { accounts } from "./accounts.ts"
import { exchangeAbi, nativeAddress } from "./exchange.ts"
import { maliciousRouters } from "./maliciousRouters.ts"
import { tokens } from "./tokens.ts"

const chainId = "eip155:1"
const [vera] = accounts
const [usd, dai] = tokens
const handler = setupTestHandler()

/**
 * Swaps a hundred dollars, or an ETH, through a malicious router in a separate world. @returns the changes for vera.
 */
const swapThroughThief = async (
  trick: keyof typeof maliciousRouters,
  { from = usd.address as Hex, allowed = parseUnits("100", 6), minimum = 1n } = {},
) => {
  const { reader, sent } = makeWorldClient(handler, `${trick}-${from}-${allowed}`)
  const chain = reader(chainId)
  const held = (address: Hex) =>
    chain.readContract({ address, abi: erc20Abi, functionName: "balanceOf", args: [vera] })
  const before = { usd: await held(usd.address), dai: await held(dai.address) }
  const native = from === nativeAddress
  const amount = native ? parseEther("1") : parseUnits("100", 6)
  if (!native) {
    const args = [maliciousRouters[trick], allowed] as const
    await sent(0, chainId, {
      to: usd.address,
      data: encodeFunctionData({ abi: erc20Abi, functionName: "approve", args }),
    })
  }
  const { status } = await sent(0, chainId, {
    to: maliciousRouters[trick],
    data: encodeFunctionData({
      abi: exchangeAbi,
      functionName: "swap",
      args: [from, dai.address, amount, minimum, vera, 2n ** 63n],
    }),
    value: native ? amount : 0n,
    gas: 500_000n,
  })
  return {
    status,
    usd: (await held(usd.address)) - before.usd,
    got: (await held(dai.address)) > before.dai,
  }
}

describe("malicious router", { timeout: 30_000 }, () => {
  it.each(["keep", "redirect"] as const)("takes the amount and pays nothing: %s", async (trick) => {
    expect(await swapThroughThief(trick)).toEqual({
      status: "success",
      usd: -parseUnits("100", 6),
      got: false,
    })
    const native = await swapThroughThief(trick, { from: nativeAddress })
    expect(native).toEqual({ status: "success", usd: 0n, got: false })
  })

  it("takes the whole allowance in addition to the swap: takeMore", async () => {
    const allowed = parseUnits("700", 6)
    expect(await swapThroughThief("takeMore", { allowed })).toEqual({
      status: "success",
      usd: -allowed,
      got: true,
    })
    const all = await swapThroughThief("takeMore", { allowed: 2n ** 255n })
    expect(all).toEqual({ status: "success", usd: -parseUnits("10000", 6), got: true })
  })

  it("takes no more than the amount without a higher allowance: takeMore", async () => {
    expect(await swapThroughThief("takeMore")).toEqual({
      status: "success",
      usd: -parseUnits("100", 6),
      got: true,
    })
    const native = await swapThroughThief("takeMore", { from: nativeAddress })
    expect(native).toEqual({ status: "success", usd: 0n, got: true })
  })
})
