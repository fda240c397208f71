import { expect, it } from "vitest"
import * as z from "zod/mini"
import { setupTestHandler } from "../testing/setupTestHandler.ts"
import { mainnet, makeSolanaNode } from "./testing/SolanaNode.ts"
import { getTestSigner } from "./testing/signToText.ts"

const handler = setupTestHandler({ running: { chains: 2, idle: 3_600_000 } })

const running = async () => {
  const response = await handler.fetch(new Request("http://localhost/control/rest", { method: "POST" }))
  return z.object({ running: z.number() }).parse(await response.json()).running
}

it("rests the least recently used chains above the limit and keeps their state", async () => {
  const { address } = await getTestSigner(3)
  const nodes = ["a", "b", "c", "d"].map((world) => makeSolanaNode(handler, { world }))
  const giving = async (lamports: number) => {
    for (const { call } of nodes) await call("requestAirdrop", address, lamports)
  }
  const balances = () => Promise.all(nodes.map(({ call }) => call("getBalance", address)))
  await giving(5)
  await giving(6)
  expect(await running()).toBe(0)
  const value = 1_000_000_000_011
  expect(await balances()).toMatchObject([{ value }, { value }, { value }, { value }])
  await giving(7)
  expect(await balances()).toMatchObject(nodes.map(() => ({ value: value + 7 })))
})

it("starts again with a new world", async () => {
  const { address } = await getTestSigner(3)
  const { call } = makeSolanaNode(handler, { world: "ending", chainId: mainnet })
  const first = await call("getLatestBlockhash")
  await makeSolanaNode(handler, { world: "ending", chainId: mainnet }).control("litesvm_airdrop", address, 5)
  await handler.fetch(new Request("http://localhost/control/worlds/ending", { method: "DELETE" }))
  expect(await call("getLatestBlockhash")).toEqual(first)
})
