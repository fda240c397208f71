import {
  createWalletClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  erc721Abi,
  hashMessage,
  parseAbi,
  parseEther,
  toFunctionSelector,
} from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { describe, expect, it } from "vitest"
import { setupTestHandler } from "../testing/setupTestHandler.ts"
import { makeWorldClient } from "../testing/WorldClient.ts"
import { accounts } from "./accounts.ts"
import { batchExecutorAbi, batchExecutorAddress } from "./batchExecutor.ts"
import { collections } from "./collections.ts"
import { tokens } from "./tokens.ts"

const chainId = "eip155:1"
const [vera, milo] = accounts
const [usd] = tokens
const stranger = "0x1111111111111111111111111111111111111111"
const account = mnemonicToAccount("test test test test test test test test test test test junk")
const handler = setupTestHandler()

/** A world in which vera's account may delegate to the executor. */
const makeUpgradableWorld = (projectId: string) => {
  const client = makeWorldClient(handler, projectId)
  const reader = client.reader(chainId)
  const wallet = createWalletClient({
    account,
    transport: custom({ request: ({ method, params }) => reader.request({ method, params }) }),
  })
  const execute = (calls: readonly { to: `0x${string}`; value: bigint; data: `0x${string}` }[]) =>
    encodeFunctionData({ abi: batchExecutorAbi, functionName: "execute", args: [calls] })
  return {
    ...client,
    reader,
    /** Delegates the account to the executor and sends the calls, in one transaction without an estimate. */
    upgraded: async (calls: Parameters<typeof execute>[0]) => {
      const authorization = await wallet.signAuthorization({
        chainId: 1,
        contractAddress: batchExecutorAddress,
        executor: "self",
      })
      const hash = await wallet.sendTransaction({
        chain: null,
        to: vera,
        data: execute(calls),
        authorizationList: [authorization],
        gas: 500_000n,
      })
      return reader.getTransactionReceipt({ hash })
    },
    execute,
    holds: (owner: `0x${string}`) =>
      reader.readContract({ address: usd.address, abi: erc20Abi, functionName: "balanceOf", args: [owner] }),
  }
}

const give = (to: `0x${string}`, amount: bigint) => ({
  to: usd.address,
  value: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] }),
})
const coins = (to: `0x${string}`, value: bigint) => ({ to, value, data: "0x" as const })

describe("batch executor", { timeout: 30_000 }, () => {
  it("executes all calls in one transaction through the public side", async () => {
    const { reader, upgraded, holds } = makeUpgradableWorld("all")
    const receipt = await upgraded([give(stranger, 5n), coins(stranger, 9n)])
    expect(receipt).toMatchObject({ status: "success", type: "eip7702" })
    expect(await holds(stranger)).toBe(5n)
    expect(await reader.getBalance({ address: stranger })).toBe(9n)
    expect(await reader.getCode({ address: vera })).toBe(
      `0xef0100${batchExecutorAddress.slice(2).toLowerCase()}`,
    )
    expect(await reader.getTransactionCount({ address: vera })).toBe(2)
  })

  it("reverts all calls when one fails, with its reason", async () => {
    const { control, upgraded, execute, holds } = makeUpgradableWorld("none")
    const calls = [give(stranger, 5n), give(stranger, 10n ** 18n)]
    expect((await upgraded(calls)).status).toBe("reverted")
    expect(await holds(stranger)).toBe(0n)
    // The account stays upgraded: an authorization is valid regardless of its transaction's outcome.
    const data = execute(calls)
    await expect(control(chainId, "eth_call", [{ from: vera, to: vera, data }, "latest"])).rejects.toThrow(
      "0xdb42144d",
    )
  })

  it("rejects callers other than the account", async () => {
    const { upgraded, execute, control } = makeUpgradableWorld("obeys")
    await upgraded([])
    const data = execute([coins(milo, 1n)])
    for (const to of [vera, batchExecutorAddress])
      await expect(control(chainId, "eth_call", [{ from: milo, to, data }, "latest"])).rejects.toThrow(
        toFunctionSelector("NotTheAccount(address)"),
      )
  })

  it("keeps the account's abilities: it receives value and collectibles, and its key signs for it", async () => {
    const { upgraded, sent, reader, holds } = makeUpgradableWorld("same")
    await upgraded([])
    await sent(1, chainId, { to: vera, value: parseEther("1") })
    const [collection] = collections
    if (collection === undefined) throw new Error("There is a collection")
    const args = [milo, vera, 3n] as const
    const data = encodeFunctionData({ abi: erc721Abi, functionName: "safeTransferFrom", args })
    expect((await sent(1, chainId, { to: collection.address, data, gas: 200_000n })).status).toBe("success")
    expect(await holds(vera)).toBe(10_000_000_000n)

    const message = "It is me"
    const hash = hashMessage(message)
    const asks = (signature: `0x${string}`) =>
      reader.readContract({
        address: vera,
        abi: batchExecutorAbi,
        functionName: "isValidSignature",
        args: [hash, signature],
      })
    expect(await asks(await account.signMessage({ message }))).toBe("0x1626ba7e")
    expect(await asks(await account.signMessage({ message: "It is not" }))).toBe("0xffffffff")
    expect(await asks("0x12")).toBe("0xffffffff")
    expect(await asks(`0x${"00".repeat(65)}`)).toBe("0xffffffff")
    const receivers = parseAbi(["function supportsInterface(bytes4) view returns (bool)"])
    expect(
      await reader.readContract({
        address: vera,
        abi: receivers,
        functionName: "supportsInterface",
        args: ["0x4e2312e0"],
      }),
    ).toBe(true)
  })
})

describe("wallet reads before sending", { timeout: 30_000 }, () => {
  const { reader } = makeUpgradableWorld("asks")

  it("simulates with native transfers among the logs", async () => {
    const [block] = await reader.simulateBlocks({
      blocks: [
        {
          calls: [
            { account: vera, to: stranger, value: 3n },
            { account: vera, ...give(stranger, 5n) },
          ],
        },
      ],
      traceTransfers: true,
    })
    expect(block?.calls.map(({ status }) => status)).toEqual(["success", "success"])
    expect(block?.calls.map(({ logs }) => logs?.length)).toEqual([1, 1])
    const [refused] = await reader.simulateBlocks({
      blocks: [{ calls: [{ account: vera, ...give(stranger, 10n ** 18n) }] }],
    })
    expect(refused?.calls[0]).toMatchObject({ status: "failure" })
  })

  it("returns the fee history and the pending block", async () => {
    const history = await reader.getFeeHistory({ blockCount: 4, rewardPercentiles: [10, 50] })
    expect(history.baseFeePerGas.at(-1)).toBeGreaterThan(0n)
    const pending = await reader.getBlock({ blockTag: "pending", includeTransactions: true })
    expect(pending.baseFeePerGas).toBeGreaterThan(0n)
  })
})
