import { mnemonicToAccount } from "viem/accounts"
import { expect, it } from "vitest"
import * as z from "zod/mini"
import { accounts } from "../index.ts"
import { setupTestHandler } from "../testing/setupTestHandler.ts"

const [, milo] = accounts
const account = mnemonicToAccount("test test test test test test test test test test test junk")
const Worlds = z.object({
  worlds: z.array(z.object({ chains: z.array(z.object({ pid: z.nullable(z.number()) })) })),
})

const handler = setupTestHandler({ running: { chains: 2, idle: 3_600_000 } })

const ask = async (path: string, init: RequestInit = {}) =>
  (await handler.fetch(new Request(`http://localhost${path}`, init))).json()

const rpc = async (world: string, method: string, ...params: readonly unknown[]) =>
  ask(`/w/${world}/v1?chainId=eip155:1`, {
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  })

const pids = async () =>
  Worlds.parse(await ask("/control/worlds")).worlds.flatMap(({ chains }) =>
    chains.flatMap(({ pid }) => (pid === null ? [] : [pid])),
  )

it("keeps the state of many more worlds than running chains", {
  timeout: 60_000,
}, async () => {
  const names = ["a", "b", "c", "d", "e"]
  for (const [n, name] of names.entries()) {
    const signed = await account.signTransaction({
      type: "eip1559",
      chainId: 1,
      nonce: 0,
      to: milo,
      value: BigInt(n + 1),
      gas: 21_000n,
      maxFeePerGas: 10n ** 10n,
    })
    expect(await rpc(name, "eth_sendRawTransaction", signed)).toMatchObject({
      result: expect.stringMatching(/^0x/),
    })
    expect((await pids()).length).toBeLessThanOrEqual(2)
  }
  for (const [n, name] of names.entries()) {
    const held = 10_000n * 10n ** 18n + BigInt(n + 1)
    expect(await rpc(name, "eth_getBalance", milo, "latest")).toMatchObject({
      result: `0x${held.toString(16)}`,
    })
    expect(await rpc(name, "eth_blockNumber")).toMatchObject({ result: "0x1" })
  }
  expect(await pids()).toHaveLength(2)
})
