import { describeServer } from "@wmodal/mock-server"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { describeAllowance } from "./commands/sessions.ts"
import { makeMachineWithSite } from "./testing/site.ts"

const email = "vera@example.com"
const key = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

it("counts an allowance of a token that does not describe itself in units", () => {
  const unknown = { _tag: "Spend", token: key, symbol: key, decimals: null, limit: 250n, left: 50n } as const
  expect(describeAllowance(unknown)).toBe(`50 units of ${key} of 250 units of ${key} left`)
  const known = { ...unknown, symbol: "0xBTC", decimals: 2 }
  expect(describeAllowance(known)).toBe("0.5 0xBTC of 2.5 0xBTC left")
})

describe("wmodal sessions", () => {
  it("lists none for a new account, and refuses an id that it does not have", async () => {
    const { connected, json, refusal } = await makeMachineWithSite()
    await connected(email, "--account", "smart")
    expect(await json(["sessions"])).toMatchObject({ network: "eip155:1", sessions: [] })
    expect(await refusal(["sessions", "revoke", "none", "--yes"])).toMatchObject({
      exit: 2,
      code: "sessionNotFound",
    })
    expect(await refusal(["sessions", "revoke", "none"])).toMatchObject({ exit: 2 })
  })

  it("shows and revokes a session that only the service knows", async () => {
    const { connected, json, server } = await makeMachineWithSite()
    await connected(email, "--account", "smart")
    const { account } = await json(["sessions"])
    const { projectId } = describeServer(server)
    const post = async (path: string, body: object) => {
      const response = await fetch(
        `${server.url}/v1/sessions/${encodeURIComponent(String(account))}${path}?projectId=${projectId}`,
        {
          method: "POST",
          headers: { "content-type": "application/json", origin: "https://shop.example" },
          body: JSON.stringify(body),
        },
      )
      expect(response.status).toBe(200)
      return response.text()
    }
    const opened = await post("", {
      expiry: 4_000_000_000,
      permissions: [{ type: "native-token-transfer", data: { allowance: "0xde0b6b3a7640000" } }],
    })
    const { pci } = z.object({ pci: z.string() }).parse(JSON.parse(opened))
    await post("/activate", { pci, context: `0x${key.slice(2).padStart(64, "0")}` })
    const { sessions } = await json(["sessions", "list"])
    expect(sessions).toMatchObject([
      {
        id: pci,
        status: "active",
        host: "shop.example",
        key,
        onChain: false,
        expiresAt: "2096-10-02T07:06:40.000Z",
        allowances: [{ token: null, symbol: "ETH", limit: { amount: "1" }, left: null }],
      },
    ])
    expect(await json(["sessions", "revoke", pci, "--yes"])).toMatchObject({ id: pci, app: "shop.example" })
    expect(await json(["sessions"])).toMatchObject({ sessions: [{ id: pci, status: "ended" }] })
  })
})
