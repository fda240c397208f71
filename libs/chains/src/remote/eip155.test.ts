import { oddValues } from "@wmodal/dev-wallet/testing"
import { base, mainnet, optimism } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it, vi } from "vitest"
import { collectEventsDuring } from "../testing/collectEventsDuring.ts"
import {
  bothNetworks,
  connectRemoteEvm as connected,
  evmMethods,
  firstAddress,
  secondAddress,
  throwFromWallet,
} from "../testing/remoteEvmWallet.ts"
import { makeScriptedRemoteWallet, toApprovedNamespace } from "../testing/scriptedRemoteWallet.ts"
import { makeSessionConnector } from "../walletconnect/makeSessionConnector.ts"

const signature = `0x${"12".repeat(65)}`
const onMainnet = toApprovedNamespace([`eip155:1:${firstAddress}`], evmMethods)
const transaction = { to: secondAddress, value: "0x1", data: "0x" }
const sending = { account: `eip155:1:${firstAddress}`, network: mainnet, transaction } as const
const asking = { network: null, onLateApproval: () => {} }
const run = Effect.runPromise
const getReason = async <A>(effect: Effect.Effect<A, { readonly reason: unknown }>) =>
  (await run(Effect.flip(effect))).reason

describe("EVM connector over a session", () => {
  it("returns the approved accounts on the requested network without a request", async () => {
    const { asked, connector, session } = await connected()
    expect(session).toEqual({ accounts: [`eip155:1:${firstAddress}`], network: "eip155:1" })
    expect(await run(connector.connect({ ...asking, network: optimism }))).toEqual({
      accounts: [`eip155:10:${firstAddress}`],
      network: "eip155:10",
    })
    expect(await run(connector.restore)).toMatchObject({ network: "eip155:10" })
    expect(asked).toEqual([])
  })

  it("ignores a requested network that was not approved", async () => {
    const { connector } = await connected()
    const session = await run(connector.connect({ ...asking, network: base }))
    expect(session.network).toBe("eip155:1")
  })

  it("returns unique EIP-55 addresses", async () => {
    const accounts = [
      `eip155:1:${firstAddress.toLowerCase()}`,
      `eip155:1:${firstAddress}`,
      `eip155:1:${secondAddress}`,
    ] as const
    const { session } = await connected({ namespaces: { eip155: toApprovedNamespace(accounts, evmMethods) } })
    expect(session.accounts).toEqual([`eip155:1:${firstAddress}`, `eip155:1:${secondAddress}`])
  })

  it("fails with Locked when the session lacks the namespace or has ended", async () => {
    const wire = makeScriptedRemoteWallet({ namespaces: {} })
    const connector = await makeSessionConnector(wire.remoteWallet, "eip155")
    expect(await getReason(connector.connect(asking))).toEqual({ _tag: "Locked" })
    wire.end()
    expect(await getReason(connector.restore)).toEqual({ _tag: "Locked" })
  })

  it("sends no request on disconnect", async () => {
    const { asked, connector } = await connected()
    await run(connector.disconnect)
    expect(asked).toEqual([])
  })
})

describe("requests to an EVM wallet behind a session", () => {
  it("sends signature requests on the network in use", async () => {
    const { asked, connector } = await connected({ answer: () => signature })
    await run(connector.connect({ ...asking, network: optimism }))
    const account = `eip155:10:${firstAddress}` as const
    expect(await run(connector.signMessage({ account, message: "hi" }))).toBe(signature)
    expect(await run(connector.signTypedData({ account, typedData: "{}" }))).toBe(signature)
    expect(asked).toEqual([
      { network: "eip155:10", method: "personal_sign", params: ["0x6869", firstAddress] },
      { network: "eip155:10", method: "eth_signTypedData_v4", params: [firstAddress, "{}"] },
    ])
  })

  it("fails with Unsupported when the method was not approved", async () => {
    const { asked, connector, calls } = await connected({
      namespaces: { eip155: toApprovedNamespace([`eip155:1:${firstAddress}`], ["eth_sendTransaction"]) },
    })
    const signing = connector.signMessage({ account: `eip155:1:${firstAddress}`, message: "hi" })
    expect(await getReason(signing)).toEqual({ _tag: "Unsupported", method: "personal_sign" })
    expect(await run(calls.capabilities(sending))).toEqual({ atomic: "unsupported", assetDiscovery: false })
    expect(await getReason(calls.assets(sending))).toEqual({
      _tag: "Unsupported",
      method: "wallet_getAssets",
    })
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
  ])("converts the error code %i to a reason", async (code, tag) => {
    const { connector } = await connected({ answer: throwFromWallet({ code, message: "No." }) })
    const signing = connector.signMessage({ account: `eip155:1:${firstAddress}`, message: "hi" })
    expect(await getReason(signing)).toMatchObject({ _tag: tag })
  })

  it("fails with Expired for the client's own message", async () => {
    const { connector } = await connected({
      answer: throwFromWallet(new Error("Request expired. Please try again.")),
    })
    const signing = connector.signMessage({ account: `eip155:1:${firstAddress}`, message: "hi" })
    expect(await getReason(signing)).toEqual({ _tag: "Expired" })
  })

  it("fails with Offline when the relay does not accept the message", async () => {
    const { connector } = await connected({
      answer: throwFromWallet(new Error("Failed to publish payload, please try again. id:1 tag:1108")),
    })
    const signing = connector.signMessage({ account: `eip155:1:${firstAddress}`, message: "hi" })
    expect(await getReason(signing)).toEqual({ _tag: "Offline" })
  })

  it.each(oddValues)(
    "fails with a short ConnectorError when the wallet responds with or throws %s",
    async (_, value) => {
      for (const answer of [() => value, throwFromWallet(value)]) {
        const { connector } = await connected({ answer })
        const signing = connector.signMessage({ account: `eip155:1:${firstAddress}`, message: "hi" })
        const error = await run(Effect.flip(signing))
        expect(error._tag).toBe("ConnectorError")
        expect(JSON.stringify(error.reason).length).toBeLessThan(300)
      }
    },
  )
})

describe("network switch of an EVM wallet behind a session", () => {
  it("emits an approved network without a request", async () => {
    const { asked, connector } = await connected()
    const events = await collectEventsDuring(connector, () => run(connector.switchNetwork(optimism)))
    expect(events).toEqual([{ _tag: "NetworkChanged", network: "eip155:10" }])
    expect(asked).toEqual([])
  })

  it("emits the accounts of the network when they differ", async () => {
    const eip155 = toApprovedNamespace([`eip155:1:${firstAddress}`, `eip155:10:${secondAddress}`], evmMethods)
    const { connector } = await connected({ namespaces: { eip155 } })
    const events = await collectEventsDuring(connector, () => run(connector.switchNetwork(optimism)))
    expect(events).toEqual([
      { _tag: "NetworkChanged", network: "eip155:10" },
      { _tag: "AccountsChanged", accounts: [`eip155:10:${secondAddress}`] },
    ])
  })

  it("requests an unapproved network from the wallet and completes with its approval", async () => {
    const { asked, connector, tell, update } = await connected({ namespaces: { eip155: onMainnet } })
    const events = await collectEventsDuring(connector, async () => {
      const switching = run(connector.switchNetwork(optimism))
      await vi.waitFor(() => expect(asked).toHaveLength(1))
      // Relay messages may arrive out of order, and after the answer.
      tell("eip155:10", "chainChanged", "0xa")
      update({ eip155: bothNetworks })
      await switching
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
  ])("adds the network when the wallet rejects it with %s", async (_, thrown) => {
    const { asked, connector, update } = await connected({
      namespaces: { eip155: onMainnet },
      answer: ({ method }) => {
        if (method === "wallet_switchEthereumChain") throw thrown
        update({ eip155: bothNetworks })
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

  it("fails with NetworkNotSupported when the wallet approved neither method", async () => {
    const eip155 = toApprovedNamespace([`eip155:1:${firstAddress}`], ["personal_sign"])
    const { asked, connector } = await connected({ namespaces: { eip155 } })
    expect(await getReason(connector.switchNetwork(optimism))).toEqual({
      _tag: "NetworkNotSupported",
      network: optimism.name,
    })
    expect(asked).toEqual([])
  })
})

describe("events of an EVM wallet behind a session", () => {
  it.each([
    ["a number", 10],
    ["hex", "0xa"],
    ["decimal", "10"],
    ["CAIP-2", "eip155:10"],
    ["nothing that is a network", { chain: 10 }],
  ])("switches to the reported network, given as %s", async (_, data) => {
    const { connector, tell } = await connected()
    const events = await collectEventsDuring(connector, () => tell("eip155:10", "chainChanged", data))
    expect(events).toEqual([{ _tag: "NetworkChanged", network: "eip155:10" }])
  })

  it.each([
    ["a network that was not approved", "chainChanged", 8453],
    ["a network beyond all numbers", "chainChanged", `0x${"f".repeat(64)}`],
    ["an account that was not approved", "accountsChanged", [secondAddress]],
    ["no account", "accountsChanged", []],
    ["what is no list", "accountsChanged", { 0: secondAddress }],
    ["something else", "message", [secondAddress]],
  ])("ignores an event with %s", async (_, name, data) => {
    const { connector, tell, remoteWallet } = await connected({ networks: [mainnet, optimism, base] })
    expect(await collectEventsDuring(connector, () => tell("eip155:1", name, data))).toEqual([])
    expect([null, "eip155:1"]).toContain(remoteWallet.activeNetwork("eip155"))
  })

  it.each([
    ["plain", secondAddress.toLowerCase()],
    ["as CAIP-10", `eip155:1:${secondAddress}`],
  ])("switches to the reported account, %s", async (_, account) => {
    const eip155 = toApprovedNamespace([`eip155:1:${firstAddress}`, `eip155:1:${secondAddress}`], evmMethods)
    const { connector, tell } = await connected({ namespaces: { eip155 } })
    const events = await collectEventsDuring(connector, () => tell("eip155:1", "accountsChanged", [account]))
    expect(events).toEqual([
      { _tag: "AccountsChanged", accounts: [`eip155:1:${secondAddress}`, `eip155:1:${firstAddress}`] },
    ])
  })

  it("switches to an account that is approved after it was reported", async () => {
    const { connector, tell, update } = await connected()
    const events = await collectEventsDuring(connector, () => {
      tell("eip155:1", "accountsChanged", [secondAddress])
      update({
        eip155: toApprovedNamespace([`eip155:1:${firstAddress}`, `eip155:1:${secondAddress}`], evmMethods),
      })
    })
    expect(events).toEqual([
      { _tag: "AccountsChanged", accounts: [`eip155:1:${secondAddress}`, `eip155:1:${firstAddress}`] },
    ])
  })

  it("ignores events of another chain", async () => {
    const { connector, tell } = await connected()
    const told = () => tell("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "chainChanged", "10")
    expect(await collectEventsDuring(connector, told)).toEqual([])
  })

  it("emits Disconnected when the session ends or loses the namespace", async () => {
    for (const leave of ["end", "update"] as const) {
      const { connector, end, listeners, update } = await connected()
      const events = await collectEventsDuring(connector, () => (leave === "end" ? end() : update({})))
      expect(events).toEqual([{ _tag: "Disconnected" }])
      expect(listeners()).toBe(0)
    }
  })
})
