import { oddValues } from "@wmodal/dev-wallet/testing"
import { base, mainnet, optimism } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { eventsOf } from "../testing/eventsOf.ts"
import {
  connectedEvm as connected,
  first,
  methods,
  onBoth,
  refusing,
  second,
} from "../testing/evmOverWire.ts"
import { approving, scriptedWire } from "../testing/scriptedWire.ts"
import { walletOver } from "../walletconnect/walletOver.ts"

const signature = `0x${"12".repeat(65)}`
const onMainnet = approving([`eip155:1:${first}`], methods)
const transaction = { to: second, value: "0x1", data: "0x" }
const sending = { account: `eip155:1:${first}`, network: mainnet, transaction } as const
const asking = { network: null, late: () => {} }
const run = Effect.runPromise
const reasonOf = async <A>(effect: Effect.Effect<A, { readonly reason: unknown }>) =>
  (await run(Effect.flip(effect))).reason

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
