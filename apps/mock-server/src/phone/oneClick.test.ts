import type { SignInRequest, WalletSession } from "@wmodal/chains"
import { evm } from "@wmodal/chains/evm"
import { makeWalletConnect, type PairingLink } from "@wmodal/chains/walletconnect"
import { type Network, RpcError } from "@wmodal/protocol"
import { mainnet, polygon, solanaDevnet } from "@wmodal/protocol/networks"
import { verifyCacao, verifySiwx } from "@wmodal/siwx"
import { walletConnect as walletConnectClient } from "@wmodal/walletconnect"
import { Effect, Exit, Scope } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { accounts } from "../evm/accounts.ts"
import { setupTestServer } from "../testing/setupTestServer.ts"
import { makePhoneClient } from "./phoneClient.ts"

const run = Effect.runPromise
const message: SignInRequest = {
  domain: "shop.example",
  uri: "https://shop.example/login",
  version: "1",
  nonce: "abcdefgh12345678",
  statement: "Sign in to Shop.",
  chainId: "137",
  resources: ["https://shop.example/terms"],
}

describe("one-click sign-in on a phone", { timeout: 30_000 }, () => {
  const server = setupTestServer()
  const setup = async (
    projectId: string,
    {
      networks = [mainnet, polygon],
      asked = message,
    }: { networks?: readonly Network[]; asked?: SignInRequest | null } = {},
  ) => {
    const { control, endpoints } = server()
    const phone = makePhoneClient(`${control}/worlds/${projectId}`)
    const scope = await run(Scope.make())
    onTestFinished(() => run(Scope.close(scope, Exit.void)))
    let isScanning = true
    const links: string[] = []
    let messages = 0
    const { connectors } = await run(
      Scope.provide(
        makeWalletConnect({
          client: walletConnectClient(),
          projectId,
          relay: endpoints.relay,
          metadata: { name: "Shop", description: "", url: "https://shop.example", icons: [] },
          networks,
          chains: [evm()],
          storage: () => Promise.reject(new Error("none")),
          read: (_, method) =>
            Effect.fail(new RpcError({ method, host: "", reason: { _tag: "Unreachable", detail: "" } })),
          signIn: async () => {
            messages += 1
            return asked
          },
          onLink: (link: PairingLink | null) => {
            if (link === null) return
            links.push(link.uri)
            if (isScanning) void phone.pair(link.uri)
          },
          onRelayRejection: () => {},
          warn: () => {},
        }),
        scope,
      ),
    )
    const connector = connectors.find(({ namespace }) => namespace === "eip155")
    if (connector === undefined) throw new Error("No connector")
    const connect = (late: (session: WalletSession) => void = () => {}) =>
      connector.connect({ network: polygon, onLateApproval: late })
    return {
      connector,
      connect,
      phone,
      links,
      messages: () => messages,
      scanNone: () => {
        isScanning = false
      },
    }
  }
  const expected = { domain: "shop.example", nonce: "abcdefgh12345678", uri: "https://shop.example" }

  it("connects and signs a message for each network with one prompt, which shows them", async () => {
    const { connect, connector, links, phone } = await setup("one-click")
    const connecting = run(connect())
    const { questions } = await phone.until((state) => state.questions.length === 1)
    expect(links[0]).toContain("methods=wc_sessionAuthenticate")
    expect(questions[0]).toMatchObject({ title: "Sign in to Shop", peer: { url: "https://shop.example" } })
    await phone.answer(true)
    const session = await connecting
    expect(session.accounts).toEqual([`eip155:137:${accounts[0]}`])
    const signed = session.signed ?? []
    // The network in use is asked for first.
    expect(signed.map(({ account }) => account)).toEqual([
      `eip155:137:${accounts[0]}`,
      `eip155:1:${accounts[0]}`,
    ])
    for (const { cacao, message: text, signature } of signed) {
      expect(questions[0]?.lines.join("\n")).toContain(text)
      expect(text).toContain("\nSign in to Shop. I further authorize the stated URI to perform")
      expect(await verifySiwx({ message: text, signature, expected })).toMatchObject({ _tag: "Valid" })
      expect(await verifyCacao({ cacao, expected })).toMatchObject({
        _tag: "Valid",
        message: { resources: ["https://shop.example/terms", expect.stringMatching(/^urn:recap:/)] },
      })
    }
    expect((await phone.state()).asked).toBe(1)
    // The session works, and is the wallet's, too.
    await phone.policy("approve")
    const signature = run(connector.signMessage({ account: `eip155:137:${accounts[0]}`, message: "Hello" }))
    expect((await signature).length).toBe(132)
    expect((await phone.state()).sessions).toHaveLength(1)
  })

  it("has the methods of its ReCap merged with one that the page asks for", async () => {
    const own = Buffer.from(
      JSON.stringify({ att: { "https://shop.example": { "crud/read": [{}] } } }),
    ).toString("base64url")
    const { connect, phone } = await setup("one-click-recap", {
      asked: { ...message, resources: [`urn:recap:${own}`] },
    })
    await phone.policy("approve")
    const { signed } = await run(connect())
    expect(signed?.[0]?.message).toContain("'crud': 'read' for 'https://shop.example'")
    expect(await verifyCacao({ cacao: signed?.[0]?.cacao, expected })).toMatchObject({ _tag: "Valid" })
  })

  it("connects without it when the wallet cannot sign in", async () => {
    const { connect, phone } = await setup("one-click-old")
    await phone.oneClick(false)
    const connecting = run(connect())
    const { questions } = await phone.until((state) => state.questions.length === 1)
    expect(questions[0]?.title).toBe("Connect to Shop")
    await phone.answer(true)
    const session = await connecting
    expect([session.signed, session.accounts.length]).toEqual([undefined, 1])
  })

  it.each([
    ["no message is wanted", { asked: null }],
    ["the page has networks of other chains, too", { networks: [mainnet, solanaDevnet] }],
  ])("connects without it when %s", async (_, given) => {
    const { connect, links, phone } = await setup("one-click-none", given)
    await phone.policy("approve")
    expect((await run(connect())).signed).toBeUndefined()
    expect(links[0]).not.toContain("wc_sessionAuthenticate")
  })

  it("fails as declined when the user declines, and connects with the next link", async () => {
    const { connect, messages, phone } = await setup("one-click-declined")
    await phone.policy("decline")
    expect((await run(Effect.flip(connect()))).reason).toEqual({ _tag: "Declined" })
    await phone.policy("approve")
    expect((await run(connect())).signed).toHaveLength(2)
    expect(messages()).toBe(2)
    expect((await phone.until(({ sessions }) => sessions.length === 1)).asked).toBe(2)
  })
})
