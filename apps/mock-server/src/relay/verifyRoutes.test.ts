import { verifyP256Jwt } from "@walletconnect/utils"
import { describe, expect, it } from "vitest"
import { makeHandler } from "../Handler.ts"

interface Attestation {
  readonly exp: number
  readonly id: string
  readonly origin: string
  readonly isScam: boolean
  readonly isVerified: boolean
}

describe("addVerifyRoutes", () => {
  const id = "ab12".repeat(16)
  const load = async (fetch: ReturnType<typeof makeHandler>["fetch"], origin: string, referer?: string) => {
    const query = new URLSearchParams({ projectId: "verify", origin, id, decryptedId: id })
    const response = await fetch(
      new Request(
        `http://localhost/v3/attestation?${query}`,
        referer === undefined ? {} : { headers: { referer } },
      ),
    )
    const [, message = "null", target = "null"] =
      /<script>parent\.postMessage\((".*"), (".*")\)<\/script>/.exec(await response.text()) ?? []
    const { attestation, type } = JSON.parse(JSON.parse(message))
    return { status: response.status, type, attestation, target: JSON.parse(target) }
  }
  const verify = async (fetch: ReturnType<typeof makeHandler>["fetch"], attestation: string) => {
    const reply = await fetch(new Request("http://localhost/v3/public-key"))
    const { expiresAt, publicKey } = await reply.json()
    expect(expiresAt).toBeGreaterThan(Date.now() / 1000)
    return verifyP256Jwt<Attestation>(attestation, publicKey)
  }

  it("posts an attestation that WalletConnect's client verifies to the page that embeds it", async () => {
    const { close, fetch } = makeHandler()
    const { attestation, ...page } = await load(fetch, "https://app.example", "https://app.example/")
    expect(page).toEqual({ status: 200, type: "verify_attestation", target: "https://app.example" })
    expect(await verify(fetch, attestation)).toMatchObject({
      id,
      origin: "https://app.example",
      isScam: false,
      isVerified: true,
    })
    await close()
  })

  it("attests the embedding origin as not verified when the client claims another", async () => {
    const { close, fetch } = makeHandler()
    const { attestation } = await load(fetch, "https://app.example", "https://thief.example/")
    expect(await verify(fetch, attestation)).toMatchObject({
      origin: "https://thief.example",
      isVerified: false,
    })
    const unknown = await load(fetch, "https://app.example")
    expect(await verify(fetch, unknown.attestation)).toMatchObject({ origin: "", isVerified: false })
    await close()
  })

  it("attests an origin as not verified when the world does not admit it", async () => {
    const { close, fetch } = makeHandler()
    await fetch(
      new Request("http://localhost/control/worlds/verify/secure-site/origins", {
        method: "POST",
        body: JSON.stringify({ origins: ["https://other.example"] }),
        headers: { "content-type": "application/json" },
      }),
    )
    const { attestation } = await load(fetch, "https://app.example", "https://app.example/")
    expect(await verify(fetch, attestation)).toMatchObject({ isVerified: false })
    await close()
  })

  it("refuses a target that is not an origin, and an id that could end its script", async () => {
    const { close, fetch } = makeHandler()
    for (const [name, value] of [
      ["origin", "*"],
      ["origin", "https://app.example/path"],
      ["id", "</script><script>"],
    ] as const) {
      const query = new URLSearchParams({
        projectId: "verify",
        origin: "https://app.example",
        id,
        [name]: value,
      })
      expect((await fetch(new Request(`http://localhost/v3/attestation?${query}`))).status).toBe(400)
    }
    await close()
  })
})
