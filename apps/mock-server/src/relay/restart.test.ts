import { describe, expect, it } from "vitest"
import type { ScenarioInput } from "../index.ts"
import { setupTestServer } from "../testing/setupTestServer.ts"
import {
  account,
  answer,
  approve,
  type Client,
  connect,
  propose,
  setupTestClients,
  sign,
  waitForEvent,
} from "./testing/signClients.ts"

describe("WalletConnect clients", () => {
  const server = setupTestServer()
  const client = setupTestClients()

  const pair = async (projectId: string, faults: ScenarioInput["faults"] = []) => {
    const where = { relayUrl: server().endpoints.relay, projectId }
    const control = `${server().control}/worlds/${projectId}`
    await fetch(`${control}/faults`, { method: "PUT", body: JSON.stringify({ faults }) })
    const [dapp, wallet] = [await client("dapp", where), await client("wallet", where)]
    const asked: string[] = []
    // The client emits a proposal twice under one ID when two pushes of it arrive at once.
    const proposals = new Set<number>()
    wallet.on("session_proposal", ({ id }) => {
      if (proposals.size < proposals.add(id).size) asked.push("session")
    })
    wallet.on("session_request", ({ params }) => asked.push(params.request.method))
    /** Restarts the relay and waits until these clients have reconnected. */
    const restart = async (...back: readonly Client[]) => {
      const returned = back.map(
        ({ core }) =>
          new Promise<void>((resolve) => {
            core.relayer.once("relayer_disconnect", () =>
              core.relayer.subscriber.once("subscription_resubscribed", resolve),
            )
          }),
      )
      await fetch(`${control}/relay`, { method: "POST", body: '{"do":"restart"}' })
      await Promise.all(returned)
    }
    return { dapp, wallet, asked, restart }
  }

  it("completes a session without losses or repeated prompts when the relay restarts at each step", async () => {
    const { dapp, wallet, asked, restart } = await pair("restart")
    await restart()
    const { uri, approval } = await propose(dapp)
    await restart(dapp)
    const proposed = waitForEvent(wallet, "session_proposal")
    await wallet.core.pairing.pair({ uri })
    const proposal = await proposed
    await restart(dapp, wallet)
    const { acknowledged } = await approve(wallet, proposal)
    const { topic, namespaces } = await approval()
    await acknowledged()
    expect(namespaces.eip155?.accounts).toEqual([account])
    await restart(dapp, wallet)
    const requested = waitForEvent(wallet, "session_request")
    const signed = sign(dapp, topic)
    const { id } = await requested
    await restart(dapp, wallet)
    await answer(wallet, topic, id, "0xsigned")
    expect(await signed).toBe("0xsigned")
    expect(asked).toEqual(["session", "personal_sign"])
  })

  it.each([
    ["approval", 1101],
    ["settlement", 1102],
    ["request", 1108],
    ["answer", 1109],
  ])("delivers the %s once after a restart when its push was lost", async (step, tag) => {
    const match = { rpc: "irn_subscription", tag }
    const { dapp, wallet, asked, restart } = await pair(step, [{ match, times: 1, fault: { kind: "drop" } }])
    const { uri, approval } = await propose(dapp)
    const proposed = waitForEvent(wallet, "session_proposal")
    await wallet.core.pairing.pair({ uri })
    await approve(wallet, await proposed)
    if (tag < 1108) await restart(dapp, wallet)
    const { topic } = await approval()
    const requested = waitForEvent(wallet, "session_request")
    const signed = sign(dapp, topic)
    if (tag === 1108) {
      await waitForEvent(dapp, "session_request_sent")
      await restart(dapp, wallet)
    }
    const { id } = await requested
    await answer(wallet, topic, id, "0xsigned")
    if (tag === 1109) await restart(dapp, wallet)
    expect(await signed).toBe("0xsigned")
    expect(asked).toEqual(["session", "personal_sign"])
  })

  it("prompts once when every push is duplicated and delayed", async () => {
    const { dapp, wallet, asked } = await pair("doubled", [
      { match: { rpc: "irn_subscription" }, fault: { kind: "duplicate" } },
      { match: { rpc: "irn_subscription" }, fault: { kind: "delay", milliseconds: 3 } },
    ])
    const topic = await connect(dapp, wallet)
    const requested = waitForEvent(wallet, "session_request")
    const signed = sign(dapp, topic)
    await answer(wallet, topic, (await requested).id, "0xsigned")
    expect(await signed).toBe("0xsigned")
    expect(asked).toEqual(["session", "personal_sign"])
  })

  it("matches responses to requests when two requests are reordered", async () => {
    const { dapp, wallet } = await pair("turned", [
      { match: { rpc: "irn_subscription", tag: 1108 }, times: 1, fault: { kind: "reorder" } },
    ])
    const topic = await connect(dapp, wallet)
    const answers: Promise<void>[] = []
    wallet.on("session_request", ({ id }) => {
      answers.push(answer(wallet, topic, id, `0x${answers.length + 1}`))
    })
    const first = sign(dapp, topic)
    await waitForEvent(dapp, "session_request_sent")
    const second = sign(dapp, topic)
    expect(await Promise.all([first, second])).toEqual(["0x2", "0x1"])
    // Waits for the acknowledgements, because a client that closes before them rejects a minute later.
    await Promise.all(answers)
  })

  it("delivers a request to a phone that was offline", async () => {
    const { dapp, wallet, asked } = await pair("offline")
    const topic = await connect(dapp, wallet)
    await wallet.core.relayer.transportClose()
    const signed = sign(dapp, topic)
    await waitForEvent(dapp, "session_request_sent")
    expect(asked).toEqual(["session"])
    const requested = waitForEvent(wallet, "session_request")
    await wallet.core.relayer.transportOpen()
    await answer(wallet, topic, (await requested).id, "0xsigned")
    expect(await signed).toBe("0xsigned")
    expect(asked).toEqual(["session", "personal_sign"])
  })
})
