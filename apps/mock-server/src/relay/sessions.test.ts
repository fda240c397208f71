import { getSdkError } from "@walletconnect/utils"
import { describe, expect, it } from "vitest"
import { setupTestServer } from "../testing/setupTestServer.ts"
import {
  account,
  answer,
  connect,
  propose,
  reject,
  setupTestClients,
  sign,
  waitForEvent,
} from "./testing/signClients.ts"

describe("sessions of WalletConnect clients", () => {
  const server = setupTestServer()
  const client = setupTestClients()
  const pair = async (projectId: string) => {
    const where = { relayUrl: server().endpoints.relay, projectId }
    return { dapp: await client("dapp", where), wallet: await client("wallet", where) }
  }

  it("pairs, proposes, approves, signs, pings and deletes a session", async () => {
    const { dapp, wallet } = await pair("flow")
    const topic = await connect(dapp, wallet)
    expect(dapp.session.get(topic).namespaces.eip155?.accounts).toEqual([account])

    const requested = waitForEvent(wallet, "session_request")
    const signed = sign(dapp, topic)
    const { id, params } = await requested
    expect(params.request.method).toBe("personal_sign")
    await answer(wallet, topic, id, "0xsigned")
    expect(await signed).toBe("0xsigned")

    const pinged = waitForEvent(wallet, "session_ping")
    await dapp.ping({ topic })
    expect(await pinged).toMatchObject({ topic })

    const deleted = waitForEvent(dapp, "session_delete")
    await wallet.disconnect({ topic, reason: getSdkError("USER_DISCONNECTED") })
    expect(await deleted).toMatchObject({ topic })
    expect(dapp.session.length).toBe(0)
  })

  it("reports a rejected proposal", async () => {
    const { dapp, wallet } = await pair("rejected")
    const { uri, approval } = await propose(dapp)
    const proposed = waitForEvent(wallet, "session_proposal")
    await wallet.core.pairing.pair({ uri })
    const [refused] = await Promise.allSettled([approval(), proposed.then((it) => reject(wallet, it))])
    expect(refused).toMatchObject({ status: "rejected", reason: { code: 5000 } })
  })
})
