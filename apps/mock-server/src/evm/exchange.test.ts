import { mainnet } from "@wmodal/protocol/networks"
import fc from "fast-check"
import {
  type Abi,
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  erc721Abi,
  type Hex,
  http,
  maxUint256,
  type PublicClient,
  parseAbi,
  parseEther,
  toHex,
} from "viem"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Anvil } from "./Anvil.ts"
import { accounts } from "./accounts.ts"
import { collections } from "./collections.ts"
import { exchangeAbi, exchangeAddress, nativeAddress, pools } from "./exchange.ts"
import { fetchRpcResults } from "./rpcResults.ts"
import { startChain } from "./startChain.ts"
import { tokens } from "./tokens.ts"

const [vera, milo, ines] = accounts
const [usd, dai] = tokens
const [collection] = collections
const poolAbi = parseAbi([
  "function pay(address token, address recipient, uint256 amount)",
  "error NotTheExchange()",
])

let anvil: Anvil
let client: PublicClient
beforeAll(async () => {
  anvil = await startChain(mainnet, null)
  client = createPublicClient({ transport: http(anvil.url) })
})
afterAll(() => anvil.end())

const sendAndMine = async (transaction: object) => {
  await fetchRpcResults(anvil, [["eth_sendTransaction", transaction]])
  await fetchRpcResults(anvil, [["evm_mine"]])
}

const swapping = {
  from: nativeAddress as Hex,
  to: usd.address as Hex,
  amount: parseEther("1"),
  minimum: 0n,
  recipient: vera as Hex,
  deadline: 2n ** 63n,
  value: parseEther("1"),
}

/** Returns the exchange's response to a swap by vera: the output amount, or the error. */
const trySwap = async (given: Partial<typeof swapping>) => {
  const { value, from, to, amount, minimum, recipient, deadline } = { ...swapping, ...given }
  const args = [from, to, amount, minimum, recipient, deadline] as const
  try {
    const of = { address: exchangeAddress, abi: exchangeAbi, functionName: "swap", account: vera } as const
    return (await client.simulateContract({ ...of, args, value })).result
  } catch (error) {
    return errorName(error)
  }
}

const errorName = (error: unknown) => {
  const reverted =
    error instanceof BaseError ? error.walk((cause) => cause instanceof ContractFunctionRevertedError) : null
  return reverted instanceof ContractFunctionRevertedError
    ? (reverted.data?.errorName ?? reverted.signature ?? "reverted")
    : "no revert"
}

const quote = (from: Hex, to: Hex, amount: bigint) =>
  client.readContract({
    address: exchangeAddress,
    abi: exchangeAbi,
    functionName: "quote",
    args: [from, to, amount],
  })

const reserves = (from: Hex, to: Hex) =>
  client.readContract({
    address: exchangeAddress,
    abi: exchangeAbi,
    functionName: "reserves",
    args: [from, to],
  })

describe("exchange", { timeout: 30_000 }, () => {
  it("pays the quoted amount, at least the minimum", async () => {
    const quoted = await quote(nativeAddress, usd.address, parseEther("1"))
    expect(await trySwap({})).toBe(quoted)
    expect(await trySwap({ minimum: quoted })).toBe(quoted)
    expect(await trySwap({ minimum: quoted + 1n })).toBe("TooLittleReceived")
  })

  it("rejects a swap after its deadline", async () => {
    const { timestamp } = await client.getBlock({ blockTag: "latest" })
    expect(await trySwap({ deadline: timestamp - 1n })).toBe("Expired")
    expect(await trySwap({ deadline: timestamp + 3_600n })).toBeTypeOf("bigint")
  })

  it("rejects a value other than the amount, and any value with a token", async () => {
    expect(await trySwap({ value: 0n })).toBe("WrongValue")
    expect(await trySwap({ value: parseEther("2") })).toBe("WrongValue")
    expect(await trySwap({ from: usd.address, to: dai.address, amount: 1n, value: 1n })).toBe("WrongValue")
  })

  it("trades three pairs in both directions only", async () => {
    for (const { pair } of pools) {
      const [one, other] = pair
      expect(await quote(one, other, 10n ** 18n)).toBeGreaterThan(0n)
      expect(await quote(other, one, 10n ** 18n)).toBeGreaterThan(0n)
    }
    expect(await trySwap({ to: nativeAddress })).toBe("UnknownPair")
    expect(await trySwap({ to: vera })).toBe("UnknownPair")
  })

  it("rejects tokens without an allowance, and an amount of zero", async () => {
    expect(await trySwap({ from: usd.address, to: dai.address, amount: 1n, value: 0n })).not.toBeTypeOf(
      "bigint",
    )
    expect(await trySwap({ amount: 0n, value: 0n })).toBe("TooLittleReceived")
    expect(await trySwap({ amount: maxUint256, value: 0n, from: usd.address })).not.toBeTypeOf("bigint")
  })

  it("pays the recipient that the caller names", async () => {
    const dollars = () =>
      client.readContract({ address: usd.address, abi: erc20Abi, functionName: "balanceOf", args: [ines] })
    const before = await dollars()
    const quoted = await quote(nativeAddress, usd.address, swapping.amount)
    const { from, to, amount, minimum, deadline, value } = swapping
    const args = [from, to, amount, minimum, ines, deadline] as const
    const data = encodeFunctionData({ abi: exchangeAbi, functionName: "swap", args })
    await sendAndMine({ from: milo, to: exchangeAddress, data, value: toHex(value) })
    expect((await dollars()) - before).toBe(quoted)
  })

  it("never decreases the product of its reserves", { timeout: 900_000 }, async () => {
    const pairs = pools.flatMap(({ pair: [one, other] }) => [
      [one, other],
      [other, one],
    ])
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...pairs),
        fc.bigInt({ min: 1n, max: 10n ** 30n }),
        async ([from = nativeAddress, to = nativeAddress], amount) => {
          const [source, destination] = await reserves(from, to)
          const received = await quote(from, to, amount)
          expect((source + amount) * (destination - received)).toBeGreaterThanOrEqual(source * destination)
          expect(received).toBeLessThan(destination)
        },
      ),
    )
  })

  it("prevents other contracts from taking its pools", async () => {
    const [pool] = pools
    const args = [nativeAddress, vera, 1n] as const
    const of = { address: pool.address, abi: poolAbi, functionName: "pay", account: vera } as const
    expect(await client.simulateContract({ ...of, args }).catch(errorName)).toBe("NotTheExchange")
  })
})

describe("collectible", { timeout: 30_000 }, () => {
  const abi: Abi = [
    ...erc721Abi,
    ...parseAbi([
      "error NotAllowed(address)",
      "error NotTheOwner(address)",
      "error NoSuchToken(uint256)",
      "error InvalidReceiver(address)",
    ]),
  ]
  const says = async (account: Hex, functionName: string, args: readonly unknown[]) =>
    client
      .simulateContract({ address: collection?.address ?? vera, abi, functionName, args, account })
      .then(() => "done", errorName)

  it("moves by its owner or an approved operator, to a non-zero address", async () => {
    const nobody = "0x0000000000000000000000000000000000000000"
    expect(await says(vera, "transferFrom", [vera, milo, 1n])).toBe("done")
    expect(await says(milo, "transferFrom", [vera, milo, 1n])).toBe("NotAllowed")
    expect(await says(vera, "transferFrom", [milo, vera, 1n])).toBe("NotTheOwner")
    expect(await says(vera, "transferFrom", [vera, nobody, 1n])).toBe("InvalidReceiver")
    expect(await says(vera, "transferFrom", [vera, milo, 9n])).toBe("NoSuchToken")
    expect(await says(milo, "approve", [milo, 1n])).toBe("NotAllowed")
    const data = encodeFunctionData({ abi: erc721Abi, functionName: "approve", args: [milo, 1n] })
    await sendAndMine({ from: vera, to: collection?.address, data })
    expect(await says(milo, "transferFrom", [vera, ines, 1n])).toBe("done")
  })

  it("rejects a contract recipient that does not accept it", async () => {
    expect(await says(vera, "safeTransferFrom", [vera, milo, 2n])).toBe("done")
    expect(await says(vera, "safeTransferFrom", [vera, usd.address, 2n])).not.toBe("done")
  })
})
