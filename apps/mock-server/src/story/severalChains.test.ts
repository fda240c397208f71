import { address } from "@solana/kit"
import { getTransferSolInstruction } from "@solana-program/system"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { bitcoinAccounts } from "../bitcoin/bitcoinAccounts.ts"
import {
  getUtxos,
  makeFreshLedger,
  makePayment,
  signWithBitcoinjs,
  type TestPayment,
} from "../bitcoin/testing/transactions.ts"
import { type MockServer, startMockServer } from "../MockServer.ts"
import { solanaAccounts } from "../solana/solanaAccounts.ts"
import { makeSolanaNode } from "../solana/testing/SolanaNode.ts"
import { getTestSigner } from "../solana/testing/signToText.ts"
import { openStoryWorld } from "./StoryWorld.ts"

const evm = "eip155:1"
const solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
const bitcoin = "bip122:000000000019d6689c085ae165831e93"

let server: MockServer
beforeAll(async () => {
  server = await startMockServer({ port: 0 })
})
afterAll(() => server.close())

const open = (projectId: string) =>
  openStoryWorld({ control: server.control, projectId, networks: [evm, solana, bitcoin] })

const changes = (of: string, token: string, change: string, besidesFees = false) => [
  { of, token, change, besidesFees },
]

describe("Solana world of a story", () => {
  const node = (world: string) =>
    makeSolanaNode(
      { fetch: (request) => fetch(request.url.replace("http://localhost", server.url), init(request)) },
      { world, chainId: solana },
    )
  const paySol = async (world: string) => {
    const source = await getTestSigner(0)
    const destination = address(solanaAccounts[1])
    const instruction = getTransferSolInstruction({ source, destination, amount: 1_500_000_000n })
    return node(world).send(source, [instruction])
  }
  const statusOf = async (world: string, signature: string) => {
    const statuses = await node(world).call("getSignatureStatuses", [signature])
    const Status = z.nullable(z.object({ confirmationStatus: z.string() }))
    return z.object({ value: z.tuple([Status]) }).parse(statuses).value[0]?.confirmationStatus
  }

  it("describes balances that differ from the expectation, with and without fees", async () => {
    const world = await open("sol")
    await paySol("sol")
    expect(await world.wrongBalances(changes("second", "SOL", "1.5"), solana)).toEqual([])
    expect(await world.wrongBalances(changes("first", "SOL", "-1.5", true), solana)).toEqual([])
    expect(await world.wrongBalances(changes("first", "SOL", "-1.5"), solana)).toEqual([
      "the balance of first changed by -1.500005 SOL, not -1.5",
    ])
    const elsewhere = { of: "second", token: "mUSDC", change: "0", besidesFees: false, on: evm } as const
    expect(await world.wrongBalances([elsewhere], solana)).toEqual([])
    await expect(world.wrongBalances(changes("first", "BTC", "0"), solana)).rejects.toThrow(
      "unknown token BTC",
    )
  })

  it("finalizes held transactions with the next block, and drops them once they are expired", async () => {
    const world = await open("held")
    await world.getChainWorld(solana).setMining("held")
    const late = await paySol("held")
    expect(await statusOf("held", late)).toBe("processed")
    await world.getChainWorld(solana).mine(1)
    expect(await statusOf("held", late)).toBe("finalized")

    const lost = await paySol("held")
    await world.getChainWorld(solana).expire()
    await world.getChainWorld(solana).setMining("at once")
    expect(await statusOf("held", lost)).toBeUndefined()
    expect(await world.wrongBalances(changes("second", "SOL", "1.5"), solana)).toEqual([])
    await expect(world.getChainWorld(solana).replace("cancel")).rejects.toThrow(
      "this chain does not support replacement",
    )
  })

  it("applies operator calls", async () => {
    const world = await open("cheat")
    await world.getChainWorld(solana).cheat("litesvm_airdrop", [solanaAccounts[2], 1_000_000_000])
    expect(await world.wrongBalances(changes("third", "SOL", "1"), solana)).toEqual([])
  })
})

describe("Bitcoin world of a story", () => {
  const send = async (world: string, payment: TestPayment, kinds: readonly ("segwit" | "taproot")[]) => {
    const ledger = makeFreshLedger()
    const coins = kinds.flatMap((kind) => getUtxos(ledger, kind).slice(0, 1))
    const answer = await fetch(`${server.worldUrl(world)}/bitcoin/${bitcoin.slice(7)}/api/tx`, {
      method: "POST",
      body: signWithBitcoinjs(makePayment(coins, payment)),
    })
    return answer.status
  }
  const payment = { value: 50_000_000n, fee: 1000n }

  it("sums all addresses of an account, with and without fees", async () => {
    const world = await open("btc")
    expect(await send("btc", { ...payment, change: "taproot" }, ["segwit", "taproot"])).toBe(200)
    expect(await world.wrongBalances(changes("third", "BTC", "0.5"), bitcoin)).toEqual([])
    expect(await world.wrongBalances(changes("first", "BTC", "-0.5", true), bitcoin)).toEqual([])
    expect(await world.wrongBalances(changes("first", "BTC", "-0.5"), bitcoin)).toEqual([
      "the balance of first changed by -0.50001 BTC, not -0.5",
    ])
    const { taproot } = bitcoinAccounts.mainnet[2] ?? { taproot: "" }
    expect(await world.wrongBalances(changes(taproot, "BTC", "0"), bitcoin)).toEqual([])
  })

  it.each([
    ["higherFee", "0.5", "0"],
    ["cancel", "0", "0"],
    ["other", "0", "0.99994"],
  ] as const)("replaces the pending payment: %s", async (kind, third, fourth) => {
    const world = await open(`btc ${kind}`)
    const { mine, replace, setMining } = world.getChainWorld(bitcoin)
    await expect(replace(kind)).rejects.toThrow("no pending payment")
    await setMining("held")
    await send(`btc ${kind}`, payment, ["segwit"])
    expect(await world.wrongBalances(changes("third", "BTC", "0"), bitcoin)).toEqual([])
    await replace(kind)
    await mine(1)
    expect(await world.wrongBalances(changes("third", "BTC", third), bitcoin)).toEqual([])
    expect(await world.wrongBalances(changes("fourth", "BTC", fourth), bitcoin)).toEqual([])
  })

  it("applies faults like other chains", async () => {
    const world = await open("btc faults")
    const match = { method: "POST", path: "/bitcoin/:reference/api/tx" } as const
    await world.setFaults([
      { match, fault: { kind: "status", status: 503 }, after: 0, times: 1, carriedOut: true },
    ])
    expect(await send("btc faults", payment, ["segwit"])).toBe(503)
    expect(await world.wrongBalances(changes("third", "BTC", "0.5"), bitcoin)).toEqual([])
  })
})

it("throws for a network that the story or the mock server does not have", async () => {
  const { getChainWorld } = await openStoryWorld({
    control: server.control,
    projectId: "one",
    networks: [evm],
  })
  expect(() => getChainWorld(solana)).toThrow(`the world has no network ${solana}`)
  for (const networks of [["eip155:424242"], ["solana:none"], ["bip122:none"]] as const)
    await expect(openStoryWorld({ control: server.control, projectId: "none", networks })).rejects.toThrow(
      /: unknown (EVM|Solana|Bitcoin) network /,
    )
})

const init = ({ body, method }: Request): RequestInit => ({
  method,
  ...(body !== null && { body, duplex: "half" }),
})
