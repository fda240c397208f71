import { bitcoin, bitcoinTestnet } from "@wmodal/protocol/networks"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { registerSatsProvider } from "./registerSatsProvider.ts"
import { makeScriptedModal } from "./testing/scriptedModal.ts"

const payment = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"
const ordinals = "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr"

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/** Offers a modal, and finds it as sats-connect does: by its path under `window`. */
const setup = (
  options: { readonly connected?: boolean; readonly failure?: object; readonly signature?: string } = {},
) => {
  const calls: (readonly [method: string, input: unknown])[] = []
  const call = (method: string, result: unknown) => async (input: unknown) => {
    calls.push([method, input])
    if (options.failure) throw options.failure
    return result
  }
  const scripted = makeScriptedModal({
    namespace: "bip122",
    networks: [bitcoin, bitcoinTestnet],
    accounts: [
      { address: payment, type: "payment", publicKey: "02ab" },
      { address: ordinals, type: "ordinal", publicKey: "03cd" },
    ],
    provider: {
      signMessage: call("signMessage", options.signature ?? "c2ln"),
      sendTransfer: call("sendTransfer", "ab".repeat(32)),
      signPsbt: call("signPsbt", { psbt: "cHNidA==" }),
    },
  })
  if (options.connected !== false) scripted.become("connected")
  const { info, unregister } = registerSatsProvider(scripted.modal)
  const find = () =>
    info.id
      .split(".")
      .reduce<unknown>((from, part) => (isObject(from) ? Reflect.get(from, part) : undefined), window)
  const provider = find() as ReturnType<typeof Object> & {
    readonly request: (method: string, params?: unknown) => Promise<object>
    readonly addListener: (event: unknown, listener?: (event: object) => void) => () => void
  }
  return { ...scripted, calls, find, info, provider, unregister }
}

beforeEach(() => {
  vi.stubGlobal("window", new EventTarget())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe("registerSatsProvider", () => {
  it("lists the modal among the page's providers and removes it again", () => {
    const before = { id: "Other.Provider", name: "Other" }
    Reflect.set(window, "btc_providers", [before])
    const { find, info, provider, unregister } = setup()
    expect(Reflect.get(window, "btc_providers")).toEqual([before, info])
    expect(info).toMatchObject({ id: "WModalProviders.BitcoinProvider", name: "wmodal" })
    expect(info.methods).toContain("signPsbt")
    expect(typeof provider.request).toBe("function")
    unregister()
    expect(Reflect.get(window, "btc_providers")).toEqual([before])
    expect(find()).toBeUndefined()
  })

  it("opens the modal when wallet_connect is called, and responds with the addresses and the network", async () => {
    const { approve, opened, provider } = setup({ connected: false })
    const connecting = provider.request("wallet_connect", { addresses: ["payment", "ordinals"] })
    await vi.waitFor(() => expect(opened).toEqual([{ view: "Connect", namespace: "bip122" }]))
    approve()
    expect(await connecting).toEqual({
      jsonrpc: "2.0",
      id: "1",
      result: {
        id: payment,
        walletType: "software",
        addresses: [
          {
            address: payment,
            publicKey: "02ab",
            purpose: "payment",
            addressType: "p2wpkh",
            walletType: "software",
          },
          {
            address: ordinals,
            publicKey: "03cd",
            purpose: "ordinals",
            addressType: "p2tr",
            walletType: "software",
          },
        ],
        network: {
          bitcoin: { name: "Mainnet" },
          stacks: { name: "mainnet" },
          spark: { name: "mainnet" },
        },
      },
    })
  })

  it("responds with -32000 when the user closes the modal", async () => {
    const { leave, opened, provider } = setup({ connected: false })
    const connecting = provider.request("getAccounts", { purposes: ["payment"] })
    await vi.waitFor(() => expect(opened).toHaveLength(1))
    leave()
    expect(await connecting).toMatchObject({ error: { code: -32000 } })
  })

  it("lists only the addresses of the requested purposes", async () => {
    const { provider } = setup()
    expect(await provider.request("getAddresses", { purposes: ["ordinals"] })).toMatchObject({
      result: { addresses: [{ address: ordinals }] },
    })
  })

  it("passes the named protocol on, and returns that of the signature with the message's hash", async () => {
    const { calls, provider } = setup()
    const ecdsa = setup({ signature: btoa("a".repeat(65)) })
    const message = "Hello World"
    expect(await provider.request("signMessage", { address: payment, message })).toMatchObject({
      result: {
        signature: "c2ln",
        address: payment,
        protocol: "BIP322",
        // BIP-322, test vectors: message hashing.
        messageHash: "f0eb03b1a75ac6d9847f55c624a99169b5dccba2a31f5b23bea77ba270de0a7a",
      },
    })
    expect(await ecdsa.provider.request("signMessage", { address: payment, message })).toMatchObject({
      result: {
        protocol: "ECDSA",
        messageHash: "a7af0baad5ae99b97fc69b3a0d1abcf3ef17f131cc4776e1bc11933ec8550f49",
      },
    })
    await provider.request("signMessage", { address: payment, message, protocol: "BIP322" })
    await provider.request("signMessage", { address: payment, message, protocol: "ECDSA" })
    expect(calls).toEqual([
      ["signMessage", { address: payment, message }],
      ["signMessage", { address: payment, message, protocol: "bip322" }],
      ["signMessage", { address: payment, message, protocol: "ecdsa" }],
    ])
  })

  it("sends to one recipient, and refuses several", async () => {
    const { calls, provider } = setup()
    const recipient = { address: ordinals, amount: 546 }
    expect(await provider.request("sendTransfer", { recipients: [recipient] })).toMatchObject({
      result: { txid: "ab".repeat(32) },
    })
    expect(await provider.request("sendTransfer", { recipients: [recipient, recipient] })).toMatchObject({
      error: { code: -32001 },
    })
    expect(
      await provider.request("sendTransfer", { recipients: [{ ...recipient, amount: 1.5 }] }),
    ).toMatchObject({ error: { code: -32602 } })
    expect(calls).toEqual([["sendTransfer", { recipient: ordinals, amount: "546" }]])
  })

  it("signs the listed inputs of a PSBT, and refuses one without a list", async () => {
    const { calls, provider } = setup()
    const psbt = "cHNidP8="
    expect(
      await provider.request("signPsbt", { psbt, signInputs: { [payment]: [0, 2], [ordinals]: [1] } }),
    ).toMatchObject({ result: { psbt: "cHNidA==" } })
    expect(calls).toEqual([
      [
        "signPsbt",
        {
          psbt,
          signInputs: [
            { address: payment, index: 0, sighashTypes: [] },
            { address: payment, index: 2, sighashTypes: [] },
            { address: ordinals, index: 1, sighashTypes: [] },
          ],
          broadcast: false,
        },
      ],
    ])
    expect(await provider.request("signPsbt", { psbt })).toMatchObject({ error: { code: -32602 } })
    expect(await provider.request("signPsbt", { psbt, signInputs: { [payment]: "0" } })).toMatchObject({
      error: { code: -32602 },
    })
  })

  it("switches the network, and reports the refusal", async () => {
    const { getNetwork, provider, refuse } = setup()
    expect(await provider.request("wallet_changeNetwork", { name: "Testnet" })).toMatchObject({
      result: null,
    })
    expect(getNetwork()).toBe(bitcoinTestnet.caipNetworkId)
    expect(await provider.request("wallet_getNetwork")).toMatchObject({
      result: { bitcoin: { name: "Testnet" } },
    })
    expect(await provider.request("wallet_changeNetwork", { name: "Signet" })).toMatchObject({
      error: { code: -32602 },
    })
    refuse()
    expect(await provider.request("wallet_changeNetwork", { name: "Mainnet" })).toMatchObject({
      error: { code: -32000 },
    })
  })

  it("disconnects the modal", async () => {
    const { modal, provider } = setup()
    expect(await provider.request("wallet_renouncePermissions")).toMatchObject({ result: null })
    expect(modal.getState().status).toBe("disconnected")
  })

  it.each([
    [4001, -32000],
    [4100, -32002],
    [-32602, -32602],
    [-32603, -32603],
  ])("translates the code %i of the modal into %i", async (code, expected) => {
    const { provider } = setup({ failure: Object.assign(new Error("no"), { code }) })
    expect(await provider.request("signMessage", { address: payment, message: "a" })).toMatchObject({
      error: { code: expected, message: "no" },
    })
  })

  it("responds with -32601 to a method that it does not have, also one of every object", async () => {
    const { provider } = setup()
    expect(await provider.request("runes_mint")).toMatchObject({ error: { code: -32601 } })
    expect(await provider.request("toString")).toMatchObject({ error: { code: -32601 } })
  })

  it("reports a change of accounts, of the network, and the end of the connection", async () => {
    const { become, provider, share } = setup()
    const heard: string[] = []
    const events = ["accountChange", "networkChange", "disconnect"]
    const stops = events.map((eventName) =>
      provider.addListener({ eventName, cb: ({ type }: { readonly type: string }) => heard.push(type) }),
    )
    share([{ address: payment, type: "payment" }])
    await provider.request("wallet_changeNetwork", { name: "Testnet" })
    become("disconnected")
    expect(heard).toEqual(["accountChange", "networkChange", "disconnect"])
    for (const stop of stops) stop()
    become("connected")
    expect(heard).toHaveLength(3)
  })
})
