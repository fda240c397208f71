import { makeTestPolkadotSigner } from "@wmodal/dev-wallet/polkadot"
import { isPolkadotAddress } from "@wmodal/protocol"
import { describe, expect, it } from "vitest"
import { bitcoinAccounts } from "../bitcoin/bitcoinAccounts.ts"
import { accounts } from "../evm/accounts.ts"
import { type Client, setupTestClients, waitForEvent } from "../relay/testing/signClients.ts"
import { solanaAccounts } from "../solana/solanaAccounts.ts"
import { setupTestServer } from "../testing/setupTestServer.ts"
import { makePhoneClient } from "./phoneClient.ts"
import { bitcoin, connectPhone, everything, evm, solana } from "./testing/connectPhone.ts"

const [vera, milo] = accounts
const polkadotAddress = makeTestPolkadotSigner(0).address
const polkadot = "polkadot:91b171bb158e2d3848fa23a9f1c25182"

describe("connections of a phone", { tags: ["full"] }, () => {
  const server = setupTestServer()
  const client = setupTestClients()
  const setup = async (projectId: string) => {
    const dapp = await client("shop", { relayUrl: server().endpoints.relay, projectId })
    const phone = makePhoneClient(`${server().control}/worlds/${projectId}`)
    return { dapp, phone }
  }
  const propose = async (dapp: Client, optionalNamespaces: object = everything) => {
    const { approval, uri = "" } = await dapp.connect({ optionalNamespaces: { ...optionalNamespaces } })
    const settled = approval()
    // Prevents an unhandled rejection, because tests await it later.
    settled.catch(() => {})
    return { uri, settled }
  }

  it("prompts with a description, and grants only what the phone supports", async () => {
    const { dapp, phone } = await setup("connects")
    const unknown = { cosmos: { chains: ["cosmos:cosmoshub-4"], methods: ["cosmos_signDirect"], events: [] } }
    // Solana's devnet is given by its current and its former ID.
    const former = { ...everything.solana, chains: [solana, "solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K"] }
    const { settled, uri } = await propose(dapp, { ...everything, ...unknown, solana: former })
    expect(await phone.state()).toMatchObject({ policy: "ask", asked: 0, questions: [], sessions: [] })
    const { asked, questions } = await phone.pair(uri)
    expect([asked, questions.length]).toEqual([1, 1])
    expect(questions[0]).toMatchObject({
      kind: "connect",
      title: "Connect to shop",
      peer: { name: "shop", url: "https://shop.example" },
      lines: [
        "Permissions: view these addresses and request signatures",
        "Networks: Ethereum, Polygon, Solana Devnet, Bitcoin, Polkadot",
        `Ethereum address: ${vera}`,
        `Solana address: ${solanaAccounts[0]}`,
        `Bitcoin address: ${bitcoinAccounts.mainnet[0]?.segwit}`,
        `Polkadot address: ${polkadotAddress}`,
      ],
    })
    await phone.answer(true)
    const { namespaces, topic } = await settled
    expect(Object.keys(namespaces).toSorted()).toEqual(["bip122", "eip155", "polkadot", "solana"])
    expect(namespaces["eip155"]?.accounts).toEqual([`eip155:1:${vera}`, `eip155:137:${vera}`])
    // Unsupported methods are not granted.
    expect(namespaces["eip155"]?.methods).not.toContain("eth_sign")
    expect(namespaces["polkadot"]).toMatchObject({
      accounts: [`${polkadot}:${polkadotAddress}`],
      methods: ["polkadot_signMessage", "polkadot_signTransaction"],
    })
    expect(isPolkadotAddress(polkadotAddress)).toBe(true)
    const { sessions } = await phone.until((state) => state.sessions.length === 1)
    expect(sessions[0]).toMatchObject({
      topic,
      peer: { name: "shop" },
      chains: expect.arrayContaining([solana, bitcoin]),
    })
  })

  it("prompts once for a proposal that the relay delivers twice", async () => {
    const { dapp, phone } = await setup("doubled")
    const twice = { match: { rpc: "irn_subscription" }, fault: { kind: "duplicate" } }
    await fetch(`${server().control}/worlds/doubled/faults`, {
      method: "PUT",
      body: JSON.stringify({ faults: [twice] }),
    })
    const { settled, uri } = await propose(dapp)
    await phone.pair(uri)
    await phone.answer(true)
    await settled
    expect(await phone.until((state) => state.sessions.length === 1)).toMatchObject({
      asked: 1,
      questions: [],
    })
  })

  it("rejects a proposal by its owner, by policy, or for unknown networks", async () => {
    const { dapp, phone } = await setup("declines")
    const { settled, uri } = await propose(dapp)
    await phone.pair(uri)
    await phone.answer(false)
    await expect(settled).rejects.toMatchObject({ code: 5000 })

    const foreign = await propose(dapp, { eip155: { chains: ["eip155:31337"], methods: [], events: [] } })
    await expect(phone.pair(foreign.uri)).rejects.toThrow("does not support the app's networks")
    await expect(foreign.settled).rejects.toMatchObject({ code: 5100 })

    await phone.policy("decline")
    const again = await propose(dapp)
    await phone.pair(again.uri)
    await expect(again.settled).rejects.toMatchObject({ code: 5000 })
    expect(await phone.state()).toMatchObject({ asked: 2, questions: [], sessions: [] })
  })

  it("responds late, never or by hand, and to one prompt while another is open", async () => {
    const { dapp, phone } = await setup("policies")
    const { ask } = await connectPhone(dapp, phone)
    const sign = (text: string) => ask(evm, "personal_sign", [`0x${Buffer.from(text).toString("hex")}`, vera])
    await phone.policy("never")
    const first = sign("first")
    await phone.until(({ questions }) => questions.length === 1)
    const second = sign("second")
    const { questions } = await phone.until((state) => state.questions.length === 2)
    expect(questions[1]).toMatchObject({ kind: "request", title: "Sign a message", peer: { name: "shop" } })
    expect(questions[1]?.lines[0]).toBe("Message: second")
    await phone.answer(false, questions[1]?.id)
    await expect(second).rejects.toMatchObject({ code: 4001 })
    await phone.policy({ late: 1 })
    expect(await sign("third")).toMatch(/^0x/)
    await phone.answer(true)
    expect(await first).toMatch(/^0x/)
    await expect(phone.answer(true)).rejects.toThrow("No such request")
  })

  it("switches the network by hand and notifies the dApp", async () => {
    const { dapp, phone } = await setup("switches")
    const { topic } = await connectPhone(dapp, phone)
    const told = waitForEvent(dapp, "session_event")
    expect((await phone.switchTo("eip155:137")).network).toEqual({ chainId: "eip155:137", name: "Polygon" })
    expect(await told).toMatchObject({
      topic,
      params: { chainId: "eip155:137", event: { name: "chainChanged", data: 137 } },
    })
    // A network that the dApp did not request is first added to the session.
    const updated = waitForEvent(dapp, "session_update")
    const toldAgain = waitForEvent(dapp, "session_event")
    await phone.switchTo("eip155:10")
    await updated
    expect((await toldAgain).params.chainId).toBe("eip155:10")
    expect(dapp.session.get(topic).namespaces["eip155"]?.accounts).toContain(`eip155:10:${vera}`)
    await expect(phone.switchTo("eip155:31337")).rejects.toThrow("does not support this network")
  })

  it("switches and adds networks for a dApp once its owner approves", async () => {
    const { dapp, phone } = await setup("asked-to-switch")
    const { ask, topic } = await connectPhone(dapp, phone)
    const told = waitForEvent(dapp, "session_event")
    expect(await ask(evm, "wallet_switchEthereumChain", [{ chainId: "0x89" }])).toBeNull()
    expect((await told).params.chainId).toBe("eip155:137")
    expect((await phone.state()).network.chainId).toBe("eip155:137")
    const added = { chainId: "0x7a69", chainName: "Home", rpcUrls: ["https://node.example"] }
    await expect(ask(evm, "wallet_switchEthereumChain", [{ chainId: "0x7a69" }])).rejects.toMatchObject({
      code: 4902,
    })
    await phone.policy("decline")
    await expect(ask(evm, "wallet_addEthereumChain", [added])).rejects.toMatchObject({ code: 4001 })
    await phone.policy("approve")
    expect(await ask(evm, "wallet_addEthereumChain", [added])).toBeNull()
    expect((await phone.state()).network).toEqual({ chainId: "eip155:31337", name: "Home" })
    expect(dapp.session.get(topic).namespaces["eip155"]?.chains).toContain("eip155:31337")
  })

  it("ends a session from either side, with its open prompts", async () => {
    const { dapp, phone } = await setup("ends")
    const { ask, topic } = await connectPhone(dapp, phone)
    const deleted = waitForEvent(dapp, "session_delete")
    await phone.policy("never")
    const open = ask(evm, "eth_sendTransaction", [{ from: vera, to: milo, value: "0x7" }])
    open.catch(() => {})
    await phone.until(({ questions }) => questions.length === 1)
    expect(await phone.disconnect()).toMatchObject({ questions: [], sessions: [] })
    expect(await deleted).toMatchObject({ topic })
    await expect(phone.disconnect(topic)).rejects.toThrow("No such session")

    const again = await connectPhone(dapp, phone)
    await dapp.disconnect({ topic: again.topic, reason: { code: 6000, message: "" } })
    await phone.until(({ sessions }) => sessions.length === 0)
  })

  it("bounds and cleans the self-declared identity of a hostile dApp", async () => {
    const { phone } = await setup("hostile")
    const dapp = await client("shop", { relayUrl: server().endpoints.relay, projectId: "hostile" })
    Object.assign(dapp.metadata, {
      name: `\u202Eknab\u200B\u0000<img src=x onerror=alert(1)>${"x".repeat(100_000)}`,
      url: "javascript:alert(1)",
      icons: ["javascript:alert(1)"],
    })
    const { uri } = await propose(dapp)
    const [question] = (await phone.pair(uri)).questions
    expect(question?.peer.name).toMatch(/^knab<img src=x onerror=alert\(1\)>x+$/)
    expect(question?.peer.name).toHaveLength(64)
    expect(question?.peer.url).toBe("")
    expect(question?.lines[0]).toBe("Beware: The app does not state its site.")
  })
})
