import { getAuthNonce, postAuthenticate, postOnrampUrl, postSession } from "@wmodal/api"
import { mnemonicToAccount } from "viem/accounts"
import { expect, it } from "vitest"
import { accounts, makeHandler } from "./index.ts"

const [vera] = accounts
const account = mnemonicToAccount("test test test test test test test test test test test junk")

/** Signs in, registers a name, buys ether and grants a session. @returns the world's log. */
const live = async (origin: string, wallNow: number): Promise<readonly string[]> => {
  const lines: string[] = []
  const handler = makeHandler({ wallNow: () => wallNow, written: (_, line) => lines.push(line) })
  const ask = async (path: string, body?: string, headers = {}) => {
    const init = body === undefined ? { headers } : { method: "POST", body, headers }
    const response = await handler.fetch(new Request(`${origin}/w/p${path}`, init))
    expect([200, 303]).toContain(response.status)
    const text = await response.text()
    return text.startsWith("{") ? JSON.parse(text) : null
  }
  const post = (path: string, body: object, headers = {}) => ask(path, JSON.stringify(body), headers)

  const { nonce, token } = getAuthNonce.response.parse(await ask("/auth/v1/nonce"))
  const message = `shop.example wants you to sign in with your **blockchain** account:
${vera}

URI: https://shop.example
Version: 1
Chain ID: 1
Nonce: ${nonce}`
  const session = postAuthenticate.response.parse(
    await post(
      "/auth/v1/authenticate",
      { message, signature: await account.signMessage({ message }) },
      { "x-nonce-jwt": `Bearer ${token}` },
    ),
  )
  await ask("/auth/v1/me", undefined, { authorization: `Bearer ${session.token}` })

  const name = JSON.stringify({ name: "nova.reown.id", attributes: {}, timestamp: wallNow / 1000 })
  const signature = await account.signMessage({ message: name })
  await post("/v1/profile/account", { coin_type: 60, address: vera, message: name, signature })
  await ask("/v1/profile/suggestions/nova?zone=reown.id")

  const { url } = postOnrampUrl.response.parse(
    await post("/v1/generators/onrampurl", {
      destinationWallets: [{ address: vera, blockchains: ["base"], assets: ["ETH"] }],
      defaultNetwork: "base",
      partnerUserId: vera,
      defaultExperience: "buy",
    }),
  )
  const page = new URL(url).pathname.replace("/w/p", "")
  await ask(page)
  await ask(page, "do=pay&choice=0&amount=50")
  await ask(page, "do=deliver")
  await ask(`/v1/account/${vera}/history?onramp=coinbase`)

  const { pci } = postSession.response.parse(await post(`/v1/sessions/eip155:1:${vera}`, {}))
  await post(`/v1/sessions/eip155:1:${vera}/activate`, { pci, context: "0x" })
  await post(`/v1/sessions/${vera}/revoke`, { pci, signature: await account.signMessage({ message: pci }) })
  await ask(`/v1/sessions/eip155:1:${vera}`)

  await handler.close()
  return lines
}

it("writes the same log for the same calls on another port, including chain and tokens", async () => {
  const [one, other] = await Promise.all([live("http://localhost:1", 0), live("http://localhost:2", 0)])
  expect(one.length).toBe(14)
  expect(one.some((line) => line.includes('"eip155:8453":"0x'))).toBe(true)
  expect(other).toEqual(one)
}, 30_000)
