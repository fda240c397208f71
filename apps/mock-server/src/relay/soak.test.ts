import { expect, it } from "vitest"
import * as z from "zod/mini"
import { setupTestServer } from "../testing/setupTestServer.ts"
import { account, answer, connect, setupTestClients, sign, waitForEvent } from "./testing/signClients.ts"

const Counted = z.object({ sockets: z.number() })
const soak = process.env.WMODAL_SOAK !== undefined
const sessions = soak ? 200 : 4
const server = setupTestServer()
const client = setupTestClients()

it(`carries ${sessions} sessions at once through a restart without repeated prompts`, async () => {
  const where = { relayUrl: server().endpoints.relay, projectId: "soak" }
  const control = `${server().control}/worlds/soak/relay`
  const pairs = await Promise.all(
    Array.from({ length: sessions }, async (_, index) => {
      const [dapp, wallet] = [await client(`dapp-${index}`, where), await client(`wallet-${index}`, where)]
      const asked: number[] = []
      wallet.on("session_request", ({ id }) => asked.push(id))
      return { dapp, wallet, asked, topic: await connect(dapp, wallet) }
    }),
  )
  expect(new Set(pairs.map(({ topic }) => topic)).size).toBe(sessions)
  const { sockets } = Counted.parse(await (await fetch(control)).json())
  // A client that waits long for its socket opens a second one and keeps both.
  expect(sockets).toBeGreaterThanOrEqual(2 * sessions)

  const requested = pairs.map(({ wallet }) => waitForEvent(wallet, "session_request"))
  const signed = pairs.map(({ dapp, topic }) => sign(dapp, topic))
  const requests = await Promise.all(requested)
  const back = pairs.flatMap(({ dapp, wallet }) =>
    [dapp, wallet].map(
      ({ core }) =>
        new Promise<void>((resolve) => {
          core.relayer.subscriber.once("subscription_resubscribed", resolve)
        }),
    ),
  )
  await fetch(control, { method: "POST", body: '{"do":"restart"}' })
  await Promise.all(back)
  await Promise.all(
    pairs.map(({ wallet, topic }, index) => answer(wallet, topic, requests[index]?.id ?? 0, `0x${index}`)),
  )
  expect(await Promise.all(signed)).toEqual(pairs.map((_, index) => `0x${index}`))
  expect(pairs.map(({ asked }) => asked.length)).toEqual(pairs.map(() => 1))
  for (const { dapp, topic } of pairs)
    expect(dapp.session.get(topic).namespaces.eip155?.accounts).toEqual([account])
})
