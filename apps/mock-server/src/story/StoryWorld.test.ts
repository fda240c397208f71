import { mnemonicToAccount } from "viem/accounts"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { accounts } from "../evm/accounts.ts"
import { tokens } from "../evm/tokens.ts"
import { type MockServer, startMockServer } from "../MockServer.ts"
import { openStoryWorld } from "./StoryWorld.ts"
import { StoryWorldFailed } from "./StoryWorldFailed.ts"
import { toProviderRequest } from "./toProviderRequest.ts"

let server: MockServer
beforeAll(async () => {
  server = await startMockServer({ port: 0 })
})
afterAll(() => server.close())

const first = mnemonicToAccount("test test test test test test test test test test test junk")

const ask = async (projectId: string, method: string, ...params: readonly unknown[]): Promise<unknown> => {
  const query = new URLSearchParams({ chainId: "eip155:1", projectId })
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })
  const answer: { result?: unknown } = await (
    await fetch(`${server.endpoints.blockchain}/v1?${query}`, { method: "POST", body })
  ).json()
  return answer.result
}

/** Sends 1.5 ETH from the first account to the second. */
const pay = async (projectId: string, nonce: number) =>
  ask(
    projectId,
    "eth_sendRawTransaction",
    await first.signTransaction({
      type: "eip1559",
      chainId: 1,
      nonce,
      gas: 21_000n,
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 10n ** 9n,
      to: accounts[1],
      value: 15n * 10n ** 17n,
    }),
  )

const evm = "eip155:1"

const open = (projectId: string) => openStoryWorld({ control: server.control, projectId, networks: [evm] })

const fetchNonce = async (projectId: string) =>
  Number(await ask(projectId, "eth_getTransactionCount", first.address, "latest"))

describe("EVM world of a story", () => {
  it("describes balances that differ from the expectation, with and without fees", async () => {
    const world = await open("balances")
    await pay("balances", await fetchNonce("balances"))
    const changes = (of: string, change: string, besidesFees: boolean) => ({
      of,
      token: "ETH",
      change,
      besidesFees,
    })
    expect(
      await world.wrongBalances([changes("second", "1.5", false), changes("first", "-1.5", true)], evm),
    ).toEqual([])
    expect(
      await world.wrongBalances(
        [changes("second", "1", false), { of: "third", token: "mUSDC", change: "1", besidesFees: false }],
        evm,
      ),
    ).toEqual([
      "the balance of second changed by 1.5 ETH, not 1",
      "the balance of third changed by 0 mUSDC, not 1",
    ])
    expect(await world.wrongBalances([changes("first", "-1.5", false)], evm)).toHaveLength(1)
    await expect(
      world.wrongBalances([{ of: "first", token: "NONE", change: "1", besidesFees: false }], evm),
    ).rejects.toThrow(StoryWorldFailed)
  })

  it.each([
    ["higherFee", "1.5"],
    ["cancel", "0"],
    ["other", "0"],
  ] as const)("replaces the pending payment: %s", async (kind, change) => {
    const world = await open(`replace ${kind}`)
    await world.getChainWorld(evm).setMining("held")
    const waiting = await pay(`replace ${kind}`, await fetchNonce(`replace ${kind}`))
    await world.getChainWorld(evm).replace(kind)
    await world.getChainWorld(evm).mine(1)
    expect(await ask(`replace ${kind}`, "eth_getTransactionReceipt", waiting)).toBeNull()
    expect(
      await world.wrongBalances([{ of: "second", token: "ETH", change, besidesFees: false }], evm),
    ).toEqual([])
    await expect(world.getChainWorld(evm).replace(kind)).rejects.toThrow("no pending payment")
  })

  it("ends in the same state for the same acts", async () => {
    const play = async (projectId: string) => {
      const world = await open(projectId)
      await pay(projectId, await fetchNonce(projectId))
      return world.state()
    }
    expect(await play("one")).toEqual(await play("another"))
  })

  it("describes allowances that differ from the expectation", async () => {
    const world = await open("allowances")
    const amounts = { spender: "exchange", token: "mUSDC" }
    const asked = { approval: { ...amounts, amount: "1.5" }, pass: false, answer: "approve" as const }
    const [approval] = z
      .tuple([z.object({ data: z.string() })])
      .parse(toProviderRequest(asked, "eip155:1").params)
    await world.getChainWorld(evm).cheat("anvil_impersonateAccount", [first.address])
    const to = tokens[0].address
    await world
      .getChainWorld(evm)
      .cheat("eth_sendTransaction", [{ from: first.address, to, data: approval.data }])
    const wrong = (is: string, spender = "exchange") =>
      world.wrongAllowances([{ of: "first", token: "mUSDC", spender, is }], evm)
    expect(await wrong("1.5")).toEqual([])
    expect(await wrong("0", "thief")).toEqual([])
    expect(await wrong("unlimited")).toEqual(["exchange may spend 1.5 mUSDC of first, not unlimited"])
    await expect(
      world.wrongAllowances([{ of: "first", token: "ETH", spender: "thief", is: "0" }], evm),
    ).rejects.toThrow(StoryWorldFailed)
  })

  it("applies faults and operator calls", async () => {
    const world = await open("faults")
    await world.setFaults([
      { fault: { kind: "status", status: 503 }, match: {}, after: 0, carriedOut: false },
    ])
    expect(await ask("faults", "eth_chainId")).toBeUndefined()
    await world.setFaults([])
    await world.getChainWorld(evm).cheat("anvil_setBalance", [accounts[3], "0x0"])
    expect(await ask("faults", "eth_getBalance", accounts[3], "latest")).toBe("0x0")
  })
})
