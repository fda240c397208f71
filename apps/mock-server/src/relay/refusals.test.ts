import { once } from "node:events"
import { signJWT } from "@walletconnect/relay-auth"
import { describe, expect, it } from "vitest"
import type { ScenarioInput } from "../index.ts"
import { setupTestServer } from "../testing/setupTestServer.ts"
import { getClientKeys, knock } from "./testing/rawClient.ts"
import { propose, setupTestClients } from "./testing/signClients.ts"

type KnockOptions = Partial<Parameters<typeof knock>[0]>

const now = () => Math.floor(Date.now() / 1000)

describe("relay rejections", () => {
  const server = setupTestServer()
  const ask = (knocking: KnockOptions) =>
    knock({ number: 1, relayUrl: server().endpoints.relay, projectId: "refusals", ...knocking })

  /** Returns the status and the text of a rejected upgrade. */
  const statusOf = async (knocking: KnockOptions) => {
    const socket = await ask(knocking)
    const [request, response] = await once(socket, "unexpected-response")
    const chunks = await response.toArray()
    request.destroy()
    return [response.statusCode, JSON.parse(Buffer.concat(chunks).toString()).reasons[0].description]
  }
  const closeOf = async (knocking: KnockOptions) => {
    const socket = await ask({ ...knocking, useOnCloseEvent: true })
    const [code, reason] = await once(socket, "close")
    return [code, String(reason)]
  }
  const jwt = (aud: string, ttl = 86_400, iat = now()) => signJWT("subject", aud, ttl, getClientKeys(1), iat)
  const put = (world: string, what: string, body: object) =>
    fetch(`${server().control}/worlds/${world}/${what}`, {
      method: what === "faults" ? "PUT" : "POST",
      body: JSON.stringify(body),
    })

  it("rejects a token that is forged, unsigned or for another audience", async () => {
    const good = await jwt(server().endpoints.relay)
    const [head, payload, signature = ""] = good.split(".")
    const claims = { iss: "did:key:zx", aud: server().endpoints.relay, iat: 0, exp: 1e10 }
    const none = [{ alg: "none", typ: "JWT" }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString("base64url"),
    )
    for (const auth of [
      "",
      "x",
      "..",
      `${none.join(".")}.`,
      `${head}.${payload}`,
      `${head}.${payload}.${signature.slice(2)}`,
      // Changes the first character of the signature, because some bits of the last one are unused.
      `${head}.${payload}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`,
    ])
      for (const useOnCloseEvent of [false, true])
        expect(await statusOf({ auth, useOnCloseEvent })).toEqual([
          401,
          "JWT validation error: Invalid signature",
        ])
    for (const aud of [
      "",
      "ws://other.example",
      "https://relay.walletconnect.org",
      "wss://walletconnect.org",
    ])
      expect(await statusOf({ aud })).toEqual([401, "JWT validation error: Invalid audience"])
  })

  it("accepts a token for a public relay's host or for its own URL with a slash", async () => {
    for (const aud of [
      "wss://relay.walletconnect.org",
      "wss://relay.walletconnect.com",
      `${server().endpoints.relay}/`,
    ]) {
      const socket = await ask({ aud })
      await once(socket, "open")
      expect(socket.readyState).toBe(socket.OPEN)
      socket.close()
    }
  })

  it("rejects a token outside its validity, with a close code when the client requests one", async () => {
    const early = "JWT validation error: JWT Token is not yet valid"
    expect(await statusOf({ iat: now() + 600 })).toEqual([401, early])
    expect(await closeOf({ iat: now() + 600 })).toEqual([3000, early])
    const late = { iat: now() - 90_000 }
    expect(await statusOf(late)).toEqual([401, "JWT validation error: JWT Token is expired"])
    expect(await closeOf(late)).toEqual([3000, "JWT validation error: JWT Token is expired"])
    // A clock difference of up to two minutes is accepted.
    for (const iat of [now() + 100, now() - 86_500]) {
      const socket = await ask({ iat })
      await once(socket, "open")
      socket.close()
    }
    await put("shifted", "clock", { wallShift: -600_000 })
    expect(await closeOf({ projectId: "shifted" })).toEqual([3000, early])
  })

  it("rejects a missing, empty or too long project ID", async () => {
    const { relay } = server().endpoints
    for (const projectId of ["", undefined]) {
      const knocking = { number: 1, relayUrl: relay, ...(projectId !== undefined && { projectId }) }
      const socket = await knock({ ...knocking, useOnCloseEvent: true })
      const [code, reason] = await once(socket, "close")
      expect([code, String(reason)]).toEqual([3000, "Project ID is missing"])
    }
    expect(await statusOf({ projectId: "" })).toEqual([401, "Project ID is missing"])
    expect(await statusOf({ projectId: "x".repeat(201) })).toEqual([400, "Invalid project ID"])
  })

  it.each([
    ["originNotAllowed", 403, "Unauthorized: origin not allowed"],
    ["invalidKey", 401, "Unauthorized: invalid key"],
    ["jwtNotYetValid", 401, "JWT validation error: JWT Token is not yet valid"],
  ] as const)("rejects a project by its fault plan: %s", async (kind, status, reason) => {
    await put(kind, "faults", { faults: [{ match: { path: "/" }, fault: { kind } }] })
    expect(await statusOf({ projectId: kind })).toEqual([status, reason])
    expect(await closeOf({ projectId: kind })).toEqual([3000, reason])
    const log = await (await fetch(`${server().control}/worlds/${kind}/log`)).json()
    expect(log.requests).toMatchObject([
      { method: "GET", path: "/", faults: [kind], response: { status } },
      { method: "GET", path: "/", faults: [kind], response: { status } },
    ])
  })

  it("rejects every client with 503 while the relay is down, and reports its state in the control API", async () => {
    const relay = async () => (await fetch(`${server().control}/worlds/down/relay`)).json()
    expect(await relay()).toEqual({ up: true, sockets: 0, messages: 0 })
    const socket = await ask({ projectId: "down" })
    await once(socket, "open")
    const closed = once(socket, "close")
    await put("down", "relay", { do: "down" })
    expect((await closed)[0]).toBe(1001)
    expect(await statusOf({ projectId: "down" })).toEqual([503, "The relay is down"])
    expect(await relay()).toEqual({ up: false, sockets: 0, messages: 0 })
    expect(await (await put("down", "relay", { do: "up" })).json()).toMatchObject({ up: true })
    const again = await ask({ projectId: "down" })
    await once(again, "open")
    expect(await relay()).toEqual({ up: true, sockets: 1, messages: 0 })
    again.close()
    expect((await put("down", "relay", { do: "explode" })).status).toBe(400)
    expect((await put("down", "relay", {})).status).toBe(400)
  })

  it("rejects an upgrade as often as the fault plan says, then accepts it", async () => {
    const faults: ScenarioInput["faults"] = [
      { match: { method: "GET", path: "/" }, times: 1, fault: { kind: "status", status: 502 } },
    ]
    await put("502", "faults", { faults })
    expect(await statusOf({ projectId: "502" })).toEqual([502, "The fault plan returns 502"])
    const socket = await ask({ projectId: "502" })
    await once(socket, "open")
    socket.close()
  })
})

describe("WalletConnect client", () => {
  const server = setupTestServer()
  const client = setupTestClients()

  it("reports the reason when the relay rejects its connection", async () => {
    const faults = `${server().control}/worlds/refused/faults`
    const fault = { kind: "originNotAllowed" }
    await fetch(faults, {
      method: "PUT",
      body: JSON.stringify({ faults: [{ match: { path: "/" }, fault }] }),
    })
    const dapp = await client("dapp", { relayUrl: server().endpoints.relay, projectId: "refused" })
    const heard = new Promise((resolve) => dapp.core.relayer.once("relayer_error", resolve))
    const proposed = propose(dapp).catch(() => null)
    expect(String(await heard)).toContain("code: 3000 (Unauthorized: origin not allowed)")
    await fetch(faults, { method: "DELETE" })
    void proposed
  })
})
