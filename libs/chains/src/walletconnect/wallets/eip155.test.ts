import { base, mainnet, optimism } from "@wmodal/protocol/networks"
import { Effect, Fiber, Stream } from "effect"
import { describe, expect, it } from "vitest"
import type { Connector, ConnectorEvent } from "../../contract/Connector.ts"
import type { Door } from "../../contract/Door.ts"
import { oddValues } from "../../testing/oddProviders.ts"
import { approving, type ScriptedWireOptions, scriptedWire } from "../../testing/scriptedWire.ts"
import { approvalOver } from "./Approval.ts"
import { eip155Provider } from "./eip155Provider.ts"
import { walletOver } from "./walletOver.ts"

const first = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const second = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const hash = `0x${"ab".repeat(32)}`
const signature = `0x${"12".repeat(65)}`

const methods = [
  "personal_sign",
  "eth_signTypedData_v4",
  "eth_sendTransaction",
  "eth_signTransaction",
  "wallet_switchEthereumChain",
  "wallet_addEthereumChain",
  "wallet_sendCalls",
  "wallet_getCallsStatus",
  "wallet_getCapabilities",
]
const onBoth = approving([`eip155:1:${first}`, `eip155:10:${first}`], methods)
const onMainnet = approving([`eip155:1:${first}`], methods)

const run = Effect.runPromise
const asking = { network: null, late: () => {} }
const reasonOf = async <A>(effect: Effect.Effect<A, { readonly reason: unknown }>) =>
  (await run(Effect.flip(effect))).reason

/** A connected wallet behind a session. */
const connected = async (options: Partial<ScriptedWireOptions> = {}) => {
  const wire = scriptedWire({ namespaces: { eip155: onBoth }, ...options })
  const connector = await walletOver(wire.wire, "eip155")
  const session = await run(connector.connect(asking))
  return { ...wire, connector, session, calls: await run(connector.calls) }
}

/** What a connector says while `during` runs. */
const eventsOf = async (connector: Connector, during: () => unknown): Promise<readonly ConnectorEvent[]> => {
  const heard: ConnectorEvent[] = []
  const fiber = Effect.runFork(
    Stream.runForEach(connector.events, (event) => Effect.sync(() => heard.push(event))),
  )
  await run(Effect.yieldNow)
  await during()
  await run(Effect.yieldNow)
  await run(Fiber.interrupt(fiber))
  return heard
}

const refusing = (thrown: unknown) => () => {
  throw thrown
}

const transaction = { to: second, value: "0x1", data: "0x" }
const sending = { account: `eip155:1:${first}`, network: mainnet, transaction } as const

describe("connecting over a session", () => {
  it("gives what was approved, on the network that is wanted, and asks nobody", async () => {
    const { asked, connector, session } = await connected()
    expect(session).toEqual({ accounts: [`eip155:1:${first}`], network: "eip155:1" })
    expect(await run(connector.connect({ ...asking, network: optimism }))).toEqual({
      accounts: [`eip155:10:${first}`],
      network: "eip155:10",
    })
    expect(await run(connector.restore)).toMatchObject({ network: "eip155:10" })
    expect(asked).toEqual([])
  })

  it("leaves a network aside that was not approved", async () => {
    const { connector } = await connected()
    const session = await run(connector.connect({ ...asking, network: base }))
    expect(session.network).toBe("eip155:1")
  })

  it("writes addresses in EIP-55, each once", async () => {
    const accounts = [`eip155:1:${first.toLowerCase()}`, `eip155:1:${first}`, `eip155:1:${second}`] as const
    const { session } = await connected({ namespaces: { eip155: approving(accounts, methods) } })
    expect(session.accounts).toEqual([`eip155:1:${first}`, `eip155:1:${second}`])
  })

  it("is locked where the session has nothing of it, or is over", async () => {
    const wire = scriptedWire({ namespaces: {} })
    const connector = await walletOver(wire.wire, "eip155")
    expect(await reasonOf(connector.connect(asking))).toEqual({ _tag: "Locked" })
    wire.end()
    expect(await reasonOf(connector.restore)).toEqual({ _tag: "Locked" })
  })

  it("ends no session by itself", async () => {
    const { asked, connector } = await connected()
    await run(connector.disconnect)
    expect(asked).toEqual([])
  })
})

describe("asking a wallet behind a session", () => {
  it("asks it on the network in use", async () => {
    const { asked, connector } = await connected({ answer: () => signature })
    await run(connector.connect({ ...asking, network: optimism }))
    const account = `eip155:10:${first}` as const
    expect(await run(connector.signMessage({ account, message: "hi" }))).toBe(signature)
    expect(await run(connector.signTypedData({ account, typedData: "{}" }))).toBe(signature)
    expect(asked).toEqual([
      { network: "eip155:10", method: "personal_sign", params: ["0x6869", first] },
      { network: "eip155:10", method: "eth_signTypedData_v4", params: [first, "{}"] },
    ])
  })

  it("asks for nothing that was not approved", async () => {
    const { asked, connector, calls } = await connected({
      namespaces: { eip155: approving([`eip155:1:${first}`], ["eth_sendTransaction"]) },
    })
    const signing = connector.signMessage({ account: `eip155:1:${first}`, message: "hi" })
    expect(await reasonOf(signing)).toEqual({ _tag: "Unsupported", method: "personal_sign" })
    expect(await run(calls.capabilities(sending))).toEqual({ atomic: "unsupported", assetDiscovery: false })
    expect(await reasonOf(calls.assets(sending))).toEqual({ _tag: "Unsupported", method: "wallet_getAssets" })
    expect(asked).toEqual([])
  })

  it.each([
    [5000, "Declined"],
    [4001, "Declined"],
    [5001, "Declined"],
    [5002, "Declined"],
    [3001, "Unsupported"],
    [5101, "Unsupported"],
    [8000, "Expired"],
    [4100, "Unauthorized"],
    [6000, "Offline"],
  ])("knows what %i says", async (code, tag) => {
    const { connector } = await connected({ answer: refusing({ code, message: "No." }) })
    const signing = connector.signMessage({ account: `eip155:1:${first}`, message: "hi" })
    expect(await reasonOf(signing)).toMatchObject({ _tag: tag })
  })

  it("says that a question has expired, in whatever words the client has for it", async () => {
    const { connector } = await connected({
      answer: refusing(new Error("Request expired. Please try again.")),
    })
    const signing = connector.signMessage({ account: `eip155:1:${first}`, message: "hi" })
    expect(await reasonOf(signing)).toEqual({ _tag: "Expired" })
  })

  it("says that it is out of reach where the relay takes nothing", async () => {
    const { connector } = await connected({
      answer: refusing(new Error("Failed to publish payload, please try again. id:1 tag:1108")),
    })
    const signing = connector.signMessage({ account: `eip155:1:${first}`, message: "hi" })
    expect(await reasonOf(signing)).toEqual({ _tag: "Offline" })
  })

  it.each(oddValues)("fails in words when the wallet answers or throws %s", async (_, value) => {
    for (const answer of [() => value, refusing(value)]) {
      const { connector } = await connected({ answer })
      const signing = connector.signMessage({ account: `eip155:1:${first}`, message: "hi" })
      const error = await run(Effect.flip(signing))
      expect(error._tag).toBe("ConnectorError")
      expect(JSON.stringify(error.reason).length).toBeLessThan(300)
    }
  })
})

describe("sending over a session", () => {
  it("sends on the network that was asked for, and on no other", async () => {
    const { asked, calls } = await connected({ answer: () => hash })
    expect(await run(calls.sendTransaction(sending))).toEqual({ _tag: "Sent", hash })
    expect(asked).toEqual([
      {
        network: "eip155:1",
        method: "eth_sendTransaction",
        params: [{ ...transaction, from: first, chainId: "0x1" }],
      },
    ])
    const elsewhere = { ...sending, account: `eip155:10:${first}`, network: optimism } as const
    expect(await run(calls.sendTransaction(elsewhere))).toMatchObject({ _tag: "NotSent" })
    expect(asked.length).toBe(1)
  })

  it.each([
    ["declined", { code: 5000, message: "User rejected." }],
    ["declined by another code", { code: 5002, message: "User rejected methods." }],
    ["unknown to the wallet", { code: 10001, message: "Unsupported wc_ method." }],
  ])("says that nothing has left where it was %s", async (_, thrown) => {
    const { calls } = await connected({ answer: refusing(thrown) })
    expect(await run(calls.sendTransaction(sending))).toMatchObject({ _tag: "NotSent" })
  })

  it.each([
    ["the session ended before the answer", { code: 4900, message: "The session has ended." }],
    ["the question expired", new Error("Request expired. Please try again.")],
    ["the relay took nothing any more", new Error("Failed to publish payload, please try again.")],
    ["the wallet broke", { code: -32603, message: "Internal error." }],
    ["the wallet said nothing", undefined],
  ])("says that it may have left where %s", async (_, thrown) => {
    const { calls } = await connected({ answer: refusing(thrown) })
    expect(await run(calls.sendTransaction(sending))).toMatchObject({ _tag: "Unknown", hash: null })
  })

  it.each([
    ["in an object", { transactionHash: hash }],
    ["in the text of one", JSON.stringify({ transactionHash: hash })],
    ["as it is", hash],
  ])("keeps a hash that the wallet names beside its error, %s", async (_, data) => {
    const { calls } = await connected({ answer: refusing({ code: -32603, message: "Lost.", data }) })
    expect(await run(calls.sendTransaction(sending))).toMatchObject({ _tag: "Unknown", hash })
  })

  it("says that nothing has left where the session is over already", async () => {
    const { asked, calls, end } = await connected()
    end()
    expect(await run(calls.sendTransaction(sending))).toMatchObject({ _tag: "NotSent" })
    expect(asked).toEqual([])
  })

  it.each(["eth_sendTransaction", "eth_signTransaction"])(
    "never hands on what names another network than the one in use: %s",
    async (method) => {
      const { asked, wire } = scriptedWire({ namespaces: { eip155: onBoth }, answer: () => hash })
      const provider = eip155Provider(wire, approvalOver(wire, "eip155"))
      const request = (chainId: unknown) =>
        provider.request({ method, params: [{ ...transaction, from: first, chainId }] })
      await expect(request("0xa")).rejects.toMatchObject({ code: -32602 })
      await expect(request("0x2105")).rejects.toMatchObject({ code: 5710 })
      await expect(request("mainnet")).rejects.toMatchObject({ code: -32602 })
      expect(asked).toEqual([])
      expect(await request("0x1")).toBe(hash)
    },
  )

  it("asks for a batch where it is to go, and for none where nothing was approved", async () => {
    const { asked, calls } = await connected({ answer: () => ({ id: "0x1" }) })
    const batch = { calls: [{ to: second, value: 1n, data: "0x" }], atomicRequired: true } as const
    const onOptimism = { ...batch, account: `eip155:10:${first}`, network: optimism } as const
    expect(await run(calls.sendCalls(onOptimism))).toBe("0x1")
    expect(asked).toMatchObject([{ network: "eip155:10", method: "wallet_sendCalls" }])
    const onBase = { ...batch, account: `eip155:8453:${first}`, network: base } as const
    expect(await reasonOf(calls.sendCalls(onBase))).toEqual({
      _tag: "Unsupported",
      method: "wallet_sendCalls",
    })
    expect(asked.length).toBe(1)
  })
})

describe("what a wallet behind a session can do", () => {
  const said = { [first.toLowerCase()]: { "0x1": { atomic: { status: "supported" } } } }

  it.each([
    ["as JSON", JSON.stringify(said)],
    ["as it is", said],
  ])("is read from the session, %s", async (_, capabilities) => {
    const { asked, calls } = await connected({ properties: { capabilities } })
    expect(await run(calls.capabilities(sending))).toEqual({ atomic: "supported", assetDiscovery: false })
    expect(asked).toEqual([])
  })

  it("is nothing with a batch where it takes none", async () => {
    const { asked, calls } = await connected({
      namespaces: { eip155: approving([`eip155:1:${first}`], ["wallet_getCapabilities"]) },
      properties: { capabilities: said },
      answer: () => said,
    })
    expect(await run(calls.capabilities(sending))).toEqual({ atomic: "unsupported", assetDiscovery: false })
    expect(asked).toEqual([])
  })

  it.each([
    ["nothing", undefined],
    ["of another account", JSON.stringify({ [second]: { "0x1": {} } })],
    ["no JSON", "{"],
    ["more than anybody reads", JSON.stringify({ [first]: "x".repeat(200_000) })],
    ["what is no object", "7"],
    ["a prototype", '{"__proto__":{"0x1":{"atomic":{"status":"supported"}}}}'],
  ])("is asked for where the session says %s", async (_, capabilities) => {
    const { asked, calls } = await connected({
      properties: { capabilities },
      answer: () => ({ "0x1": { atomic: { status: "ready" } } }),
    })
    expect(await run(calls.capabilities(sending))).toEqual({ atomic: "ready", assetDiscovery: false })
    expect(asked).toMatchObject([{ method: "wallet_getCapabilities", params: [first, ["0x1"]] }])
  })
})

describe("switching a wallet behind a session", () => {
  it("asks nobody where the network was approved, and tells", async () => {
    const { asked, connector } = await connected()
    const events = await eventsOf(connector, () => run(connector.switchNetwork(optimism)))
    expect(events).toEqual([{ _tag: "NetworkChanged", network: "eip155:10" }])
    expect(asked).toEqual([])
  })

  it("tells the accounts of the network, where they differ", async () => {
    const eip155 = approving([`eip155:1:${first}`, `eip155:10:${second}`], methods)
    const { connector } = await connected({ namespaces: { eip155 } })
    const events = await eventsOf(connector, () => run(connector.switchNetwork(optimism)))
    expect(events).toEqual([
      { _tag: "NetworkChanged", network: "eip155:10" },
      { _tag: "AccountsChanged", accounts: [`eip155:10:${second}`] },
    ])
  })

  it("asks the wallet for one that was not approved, and is there once it is", async () => {
    const { asked, connector, tell, update } = await connected({ namespaces: { eip155: onMainnet } })
    const events = await eventsOf(connector, async () => {
      await run(connector.switchNetwork(optimism))
      // Words overtake each other on a relay.
      tell("eip155:10", "chainChanged", "0xa")
      update({ eip155: onBoth })
    })
    expect(asked).toEqual([
      { network: "eip155:1", method: "wallet_switchEthereumChain", params: [{ chainId: "0xa" }] },
    ])
    expect(events).toEqual([{ _tag: "NetworkChanged", network: "eip155:10" }])
  })

  it.each([
    ["4902", { code: 4902, message: "" }],
    ["5000", { code: 5000, message: "" }],
    ["32603", { code: 32603, message: "" }],
    ["5100", { code: 5100, message: "" }],
    ["a wrapped 4902", { code: -32603, message: "", data: { originalError: { code: 4902 } } }],
    ["a 4902 in a text", { code: -32603, message: "", data: '{"originalError":{"code":4902}}' }],
  ])("adds a network that the wallet says by %s that it does not know", async (_, thrown) => {
    const { asked, connector, update } = await connected({
      namespaces: { eip155: onMainnet },
      answer: ({ method }) => {
        if (method === "wallet_switchEthereumChain") throw thrown
        update({ eip155: onBoth })
        return null
      },
    })
    await run(connector.switchNetwork(optimism))
    expect(asked.map(({ method }) => method)).toEqual([
      "wallet_switchEthereumChain",
      "wallet_addEthereumChain",
    ])
    expect(await run(connector.restore)).toMatchObject({ network: "eip155:10" })
  })

  it("says what cannot be where the wallet approved neither question", async () => {
    const eip155 = approving([`eip155:1:${first}`], ["personal_sign"])
    const { asked, connector } = await connected({ namespaces: { eip155 } })
    expect(await reasonOf(connector.switchNetwork(optimism))).toEqual({
      _tag: "NetworkNotSupported",
      network: optimism.name,
    })
    expect(asked).toEqual([])
  })
})

describe("following a wallet behind a session", () => {
  it.each([
    ["a number", 10],
    ["hex", "0xa"],
    ["decimal", "10"],
    ["CAIP-2", "eip155:10"],
    ["nothing that is a network", { chain: 10 }],
  ])("goes to the network that it names by %s", async (_, data) => {
    const { connector, tell } = await connected()
    const events = await eventsOf(connector, () => tell("eip155:10", "chainChanged", data))
    expect(events).toEqual([{ _tag: "NetworkChanged", network: "eip155:10" }])
  })

  it.each([
    ["a network that was not approved", "chainChanged", 8453],
    ["a network beyond all numbers", "chainChanged", `0x${"f".repeat(64)}`],
    ["an account that was not approved", "accountsChanged", [second]],
    ["no account", "accountsChanged", []],
    ["what is no list", "accountsChanged", { 0: second }],
    ["something else", "message", [second]],
  ])("stays where it is when the wallet tells of %s", async (_, name, data) => {
    const { connector, tell, wire } = await connected({ networks: [mainnet, optimism, base] })
    expect(await eventsOf(connector, () => tell("eip155:1", name, data))).toEqual([])
    expect([null, "eip155:1"]).toContain(wire.inUse("eip155"))
  })

  it.each([
    ["plain", second.toLowerCase()],
    ["as CAIP-10", `eip155:1:${second}`],
  ])("goes to the account that it names, %s", async (_, account) => {
    const eip155 = approving([`eip155:1:${first}`, `eip155:1:${second}`], methods)
    const { connector, tell } = await connected({ namespaces: { eip155 } })
    const events = await eventsOf(connector, () => tell("eip155:1", "accountsChanged", [account]))
    expect(events).toEqual([
      { _tag: "AccountsChanged", accounts: [`eip155:1:${second}`, `eip155:1:${first}`] },
    ])
  })

  it("goes to an account that is approved only after it was named", async () => {
    const { connector, tell, update } = await connected()
    const events = await eventsOf(connector, () => {
      tell("eip155:1", "accountsChanged", [second])
      update({ eip155: approving([`eip155:1:${first}`, `eip155:1:${second}`], methods) })
    })
    expect(events).toEqual([
      { _tag: "AccountsChanged", accounts: [`eip155:1:${second}`, `eip155:1:${first}`] },
    ])
  })

  it("hears nothing of what the wallet tells another chain", async () => {
    const { connector, tell } = await connected()
    const told = () => tell("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "chainChanged", "10")
    expect(await eventsOf(connector, told)).toEqual([])
  })

  it("ends with the session, or when the wallet takes this chain back", async () => {
    for (const leave of ["end", "update"] as const) {
      const { connector, end, listeners, update } = await connected()
      const events = await eventsOf(connector, () => (leave === "end" ? end() : update({})))
      expect(events).toEqual([{ _tag: "Disconnected" }])
      expect(listeners()).toBe(0)
    }
  })
})

describe("a page's provider over a session", () => {
  const approve: Door = async (question) => (await question.ask(question.network ?? "eip155:1")).answer
  const providerOf = (connector: Connector, door: Door = approve) => {
    const provider = connector.providerFor(door)
    if (typeof provider !== "object" || provider === null || !("request" in provider))
      throw new Error("There is no provider.")
    const { request } = provider
    if (typeof request !== "function") throw new Error("There is no request.")
    return (method: string, ...params: readonly unknown[]): Promise<unknown> => request({ method, params })
  }

  it("says who is there from the session, and what stands on the chain by the network's nodes", async () => {
    const { asked, connector, read } = await connected({ node: () => "0x7" })
    const request = providerOf(connector)
    expect(await request("eth_accounts")).toEqual([first])
    expect(await request("eth_requestAccounts")).toEqual([first])
    expect(await request("eth_coinbase")).toBe(first)
    expect(await request("eth_chainId")).toBe("0x1")
    expect(await request("net_version")).toBe("1")
    expect(await request("wallet_getPermissions")).toMatchObject([{ parentCapability: "eth_accounts" }])
    expect(await request("eth_getBalance", first, "latest")).toBe("0x7")
    expect(read).toEqual([{ network: "eip155:1", method: "eth_getBalance", params: [first, "latest"] }])
    expect(asked).toEqual([])
  })

  it("hands on what a node refuses, by its code", async () => {
    const { connector } = await connected({
      node: () => {
        throw { _tag: "Answered", code: 3, text: "execution reverted" }
      },
    })
    await expect(providerOf(connector)("eth_call", {})).rejects.toMatchObject({
      code: 3,
      message: "execution reverted",
    })
  })

  it.each(["eth_newFilter", "eth_subscribe", "wallet_watchAsset", "wallet_revokePermissions"])(
    "does not do what nobody behind it could: %s",
    async (method) => {
      const { asked, connector, read } = await connected()
      await expect(providerOf(connector)(method, {})).rejects.toMatchObject({ code: 4200 })
      expect([...asked, ...read]).toEqual([])
    },
  )

  it("lets nothing past the door that signs or sends", async () => {
    const { asked, connector } = await connected({ answer: () => hash })
    const refuse: Door = async () => ({ _tag: "Refused", code: 4001, text: "No." })
    const asks = { from: first, to: second, value: "0x1" }
    await expect(providerOf(connector, refuse)("eth_sendTransaction", asks)).rejects.toMatchObject({
      code: 4001,
    })
    expect(asked).toEqual([])
    expect(await providerOf(connector)("eth_sendTransaction", asks)).toBe(hash)
    expect(asked).toMatchObject([{ params: [{ ...asks, chainId: "0x1" }] }])
  })

  it("switches a page to what was approved, and says 4902 for what nobody may ask the wallet for", async () => {
    const eip155 = approving([`eip155:1:${first}`, `eip155:10:${first}`], ["personal_sign"])
    const { connector } = await connected({ namespaces: { eip155 } })
    const request = providerOf(connector)
    expect(await request("wallet_switchEthereumChain", { chainId: "0xa" })).toBe(null)
    expect(await request("eth_chainId")).toBe("0xa")
    await expect(request("wallet_switchEthereumChain", { chainId: "0x2105" })).rejects.toMatchObject({
      code: 4902,
    })
  })

  it("is not connected once the session is over", async () => {
    const { connector, end } = await connected()
    const request = providerOf(connector)
    end()
    expect(await request("eth_accounts")).toEqual([])
    await expect(request("eth_chainId")).rejects.toMatchObject({ code: 4900 })
    await expect(request("eth_getBalance", first)).rejects.toMatchObject({ code: 4900 })
  })
})
