import { randomBytes } from "node:crypto"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { accounts } from "../evm/accounts.ts"
import { startMockServer } from "../MockServer.ts"
import { setupTestClients } from "../relay/testing/signClients.ts"
import { setupTestHandler } from "../testing/setupTestHandler.ts"
import { setupTestServer } from "../testing/setupTestServer.ts"
import { makePhone } from "./Phone.ts"
import { makePhoneClient } from "./phoneClient.ts"
import { connectPhone, everything, evm } from "./testing/connectPhone.ts"

const [vera, milo] = accounts
const Log = z.object({ requests: z.array(z.looseObject({ method: z.string(), rpc: z.array(z.string()) })) })

const link = () =>
  `wc:${randomBytes(32).toString("hex")}@2?relay-protocol=irn&symKey=${randomBytes(32).toString("hex")}`

describe("phone and its server", () => {
  const server = setupTestServer()
  const client = setupTestClients()
  const impatient = setupTestHandler({ sleep: async () => {} })
  const handler = setupTestHandler()
  const logOf = async (url: string, projectId: string) =>
    Log.parse(await (await fetch(`${url}/control/worlds/${projectId}/log`)).json()).requests

  it("fails to pair when no dApp responds at the other end of a link", async () => {
    const { control, endpoints, url } = server()
    const projectId = "nobody"
    const subscribed = async () => {
      const log = await logOf(url, projectId)
      return log.some(({ rpc }) => rpc.includes("irn_subscribe"))
    }
    await fetch(`${control}/worlds/${projectId}/faults`)
    const ended = new AbortController()
    const phone = makePhone({
      projectId,
      ask: () => Response.error(),
      urls: { http: url, relay: endpoints.relay },
      now: Date.now,
      ended: ended.signal,
      // The timeout passes once the phone has subscribed.
      sleep: async () => {
        while (!(await subscribed())) continue
      },
    })
    await expect(phone.pair(link())).rejects.toThrow("No app is waiting at this link")
    // A link of another world has no peer in this one.
    const dapp = await client("shop", { relayUrl: endpoints.relay, projectId: "another" })
    const { approval, uri = "" } = await dapp.connect({ optionalNamespaces: everything })
    approval().catch(() => {})
    await expect(phone.pair(uri)).rejects.toThrow("No app is waiting at this link")
    ended.abort()
  })

  it("rejects invalid bodies, and reports an unreachable relay and an invalid link", async () => {
    const post = async (name: string, body: unknown) => {
      const url = `http://localhost:1/control/worlds/off/phone/${name}`
      const response = await impatient.fetch(new Request(url, { method: "POST", body: JSON.stringify(body) }))
      return [response.status, await response.text()]
    }
    const refused = (field: string, description: string) =>
      JSON.stringify({ status: "FAILED", reasons: [{ field, description }] })
    expect(await post("pair", { uri: link() })).toEqual([400, refused("uri", "The relay cannot be reached.")])
    expect(await post("pair", { uri: "wc:" })).toEqual([
      400,
      refused("uri", "This is not a WalletConnect link."),
    ])
    expect((await post("pair", {}))[0]).toBe(400)
    expect((await post("policy", { policy: "often" }))[0]).toBe(400)
    expect((await post("policy", { policy: { late: -1 } }))[0]).toBe(400)
  })

  it("accepts a link once", async () => {
    const { control, endpoints } = server()
    const phone = makePhoneClient(`${control}/worlds/once`)
    const dapp = await client("shop", { relayUrl: endpoints.relay, projectId: "once" })
    const { approval, uri = "" } = await dapp.connect({ optionalNamespaces: everything })
    approval().catch(() => {})
    expect((await phone.pair(uri)).asked).toBe(1)
    await expect(phone.pair(uri)).rejects.toThrow("already scanned")
  })

  it("responds to local requests only", async () => {
    const status = async (path: string, init: RequestInit = {}) =>
      (await handler.fetch(new Request(`http://localhost${path}`, init))).status
    expect(await status("/control/worlds/one/phone")).toBe(200)
    expect(await status("/control/worlds/one/phone", { headers: { origin: "https://shop.example" } })).toBe(
      403,
    )
    expect(
      await status("/control/worlds/one/phone/answer", { method: "POST", body: '{"approve":true}' }),
    ).toBe(404)
  })

  it("reads chains through the world's endpoints, with the same log in every run", async () => {
    const played = async () => {
      const own = await startMockServer({ port: 0 })
      const dapp = await client("shop", { relayUrl: own.endpoints.relay, projectId: "same" })
      const { ask } = await connectPhone(dapp, makePhoneClient(`${own.control}/worlds/same`))
      await ask(evm, "eth_sendTransaction", [{ from: vera, to: milo, value: "0x7" }])
      const log = await logOf(own.url, "same")
      await own.close()
      return log.filter(({ method }) => method === "POST")
    }
    const [one, other] = await Promise.all([played(), played()])
    expect(one.flatMap(({ rpc }) => rpc)).toContain("eth_sendRawTransaction")
    expect(one).toEqual(other)
  })

  it("ends with its world and starts anew", async () => {
    const { control, endpoints } = server()
    const world = `${control}/worlds/ends-with-it`
    const phone = makePhoneClient(world)
    const dapp = await client("shop", { relayUrl: endpoints.relay, projectId: "ends-with-it" })
    await connectPhone(dapp, phone)
    const [watching] = await Promise.allSettled([
      // Runs once the subscription is active.
      phone.until(() => {
        void fetch(world, { method: "DELETE" })
        return false
      }),
    ])
    expect(watching).toMatchObject({ status: "rejected", reason: { message: "The phone is off" } })
    expect(await phone.state()).toMatchObject({ policy: "ask", asked: 0, sessions: [] })
  })

  it("serves a page that loads nothing from other origins", async () => {
    const page = `${server().worldUrl("page")}/phone`
    const response = await fetch(page)
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self'")
    const html = await response.text()
    const paths = [...html.matchAll(/(?:src|href)="(phone\/[^"]+)"/g)].map(([, path = ""]) => path)
    expect(paths).toHaveLength(2)
    for (const path of paths) {
      const file = await fetch(new URL(path, page))
      expect(file.status).toBe(200)
      expect(file.headers.get("content-type")).toMatch(path.endsWith(".js") ? "text/javascript" : "text/css")
      expect(await file.text()).not.toMatch(/\b(?:from|import)\b\s*\(?\s*["'`]/)
    }
    for (const name of ["../routes.ts", "html.ts", "Phone.ts", "main"])
      expect((await fetch(`${page}/${encodeURIComponent(name)}`)).status).toBe(404)
    expect((await fetch(`${server().control}/worlds/page/log`)).status).toBe(404)
  })
})
