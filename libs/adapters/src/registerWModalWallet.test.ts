import { base58 } from "@scure/base"
import type { StandardWallet } from "@wmodal/chains/standard"
import { solana, solanaDevnet } from "@wmodal/protocol/networks"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { registerWModalWallet } from "./registerWModalWallet.ts"
import { makeScriptedModal } from "./testing/scriptedModal.ts"

const me = base58.encode(new Uint8Array(32).fill(7))
const other = base58.encode(new Uint8Array(32).fill(8))
const signature = new Uint8Array(64).fill(9)

// The features have shapes of their own.
// oxlint-disable-next-line typescript/no-explicit-any -- as adapters read them
type Features = Readonly<Record<string, any>>

/** Registers the modal on a page, and finds it there as an adapter does. */
const setup = (options: { readonly status?: "connecting" | "connected"; readonly name?: string } = {}) => {
  const calls: { readonly method: string; readonly input: readonly unknown[] }[] = []
  const call =
    (method: string, result: (...input: readonly never[]) => unknown) =>
    async (...input: readonly never[]) => {
      calls.push({ method, input })
      return result(...input)
    }
  const provider = {
    publicKey: me,
    signMessage: call("signMessage", () => signature),
    signAllTransactions: call("signAllTransactions", (all: readonly Uint8Array[]) =>
      all.map((one) => Uint8Array.of(1, ...one)),
    ),
    signAndSendTransaction: call("signAndSendTransaction", () => base58.encode(signature)),
  }
  const scripted = makeScriptedModal({
    namespace: "solana",
    networks: [solana, solanaDevnet],
    accounts: [{ address: me }, { address: other }],
    provider,
  })
  if (options.status) scripted.become(options.status)
  const unregister = registerWModalWallet(scripted.modal, options.name ? { name: options.name } : {})
  const found: StandardWallet[] = []
  const register = (wallet: StandardWallet) => {
    found.push(wallet)
    return () => void found.splice(found.indexOf(wallet), 1)
  }
  window.dispatchEvent(new CustomEvent("wallet-standard:app-ready", { detail: { register } }))
  const [wallet] = found
  if (wallet === undefined) throw new Error("The page found no wallet.")
  const features = wallet.features as Features
  const changes: (readonly string[])[] = []
  const off: () => void = features["standard:events"].on(
    "change",
    ({ accounts }: Pick<StandardWallet, "accounts">) => changes.push(accounts.map(({ address }) => address)),
  )
  return { ...scripted, calls, changes, features, found, off, unregister, wallet }
}

beforeEach(() => {
  vi.stubGlobal("window", new EventTarget())
  vi.stubGlobal("location", { host: "dapp.example" })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe("registerWModalWallet", () => {
  it("registers one wallet with the page's Solana networks and every feature of an adapter", () => {
    const { unregister, wallet, found } = setup({ name: "All wallets" })
    expect(wallet).toMatchObject({
      version: "1.0.0",
      name: "All wallets",
      chains: ["solana:mainnet", "solana:devnet"],
      accounts: [],
    })
    expect(wallet.icon).toMatch(/^data:image\/svg\+xml;base64,/)
    expect(Object.keys(wallet.features)).toEqual(
      expect.arrayContaining([
        "standard:connect",
        "standard:disconnect",
        "standard:events",
        "solana:signMessage",
        "solana:signTransaction",
        "solana:signAndSendTransaction",
        "solana:signIn",
      ]),
    )
    unregister()
    expect(found).toEqual([])
  })

  it("registers with a page that becomes ready before, by the event of wallets", () => {
    const heard: unknown[] = []
    window.addEventListener("wallet-standard:register-wallet", (event) => {
      if ("detail" in event && typeof event.detail === "function")
        event.detail({ register: (wallet: StandardWallet) => heard.push(wallet.name) })
    })
    setup()
    expect(heard).toEqual(["wmodal"])
  })

  it("opens the modal when connect is called, and returns the accounts once the user has connected", async () => {
    const { approve, changes, features, opened, wallet } = setup()
    const connecting = features["standard:connect"].connect()
    await vi.waitFor(() => expect(opened).toEqual([{ view: "Connect", namespace: "solana" }]))
    approve()
    const { accounts } = await connecting
    expect(accounts).toMatchObject([
      {
        address: me,
        publicKey: new Uint8Array(32).fill(7),
        chains: ["solana:mainnet", "solana:devnet"],
        features: [
          "solana:signMessage",
          "solana:signTransaction",
          "solana:signAndSendTransaction",
          "solana:signIn",
        ],
      },
      { address: other },
    ])
    expect(wallet.accounts).toBe(accounts)
    expect(changes).toEqual([[me, other]])
  })

  it("rejects connect with 4001 when the user closes the modal", async () => {
    const { features, leave, opened } = setup()
    const connecting = features["standard:connect"].connect()
    await vi.waitFor(() => expect(opened).toHaveLength(1))
    leave()
    await expect(connecting).rejects.toMatchObject({ code: 4001 })
  })

  it("opens nothing when connect is silent, and waits for the session of the last visit", async () => {
    const { become, features, opened } = setup({ status: "connecting" })
    const connecting = features["standard:connect"].connect({ silent: true })
    become("connected")
    expect((await connecting).accounts).toHaveLength(2)
    become("disconnected")
    expect(await features["standard:connect"].connect({ silent: true })).toEqual({ accounts: [] })
    expect(opened).toEqual([])
  })

  it("reports what the modal's own button connects, switches and disconnects, each change once", () => {
    const { become, changes, off, share } = setup()
    become("connecting")
    become("connected")
    become("connected")
    share([{ address: other }])
    become("disconnected")
    expect(changes).toEqual([[me, other], [other], []])
    off()
    become("connected")
    expect(changes).toHaveLength(3)
  })

  it("disconnects the modal, and rejects when the modal cannot", async () => {
    const { features, refuse, become, wallet } = setup({ status: "connected" })
    await features["standard:disconnect"].disconnect()
    expect(wallet.accounts).toEqual([])
    become("connected")
    refuse()
    await expect(features["standard:disconnect"].disconnect()).rejects.toThrow("Declined.")
  })

  it("signs messages one after the other, and returns what was signed", async () => {
    const { calls, features, wallet } = setup({ status: "connected" })
    const [account] = wallet.accounts
    const messages = [Uint8Array.of(1), Uint8Array.of(2)]
    const outputs = await features["solana:signMessage"].signMessage(
      ...messages.map((message) => ({ account, message })),
    )
    expect(outputs).toEqual(
      messages.map((signedMessage) => ({ signedMessage, signature, signatureType: "ed25519" })),
    )
    expect(calls.map(({ input }) => input)).toEqual(messages.map((message) => [message]))
  })

  it("refuses a message for an account that is not in use, without asking", async () => {
    const { calls, features, wallet } = setup({ status: "connected" })
    const signing = features["solana:signMessage"].signMessage({
      account: wallet.accounts[1],
      message: Uint8Array.of(1),
    })
    await expect(signing).rejects.toMatchObject({ code: 4100 })
    expect(calls).toEqual([])
  })

  it("signs all transactions with one request", async () => {
    const { calls, features, wallet } = setup({ status: "connected" })
    const [account] = wallet.accounts
    const outputs = await features["solana:signTransaction"].signTransaction(
      { account, transaction: Uint8Array.of(2) },
      { account, transaction: Uint8Array.of(3) },
    )
    expect(outputs).toEqual([
      { signedTransaction: Uint8Array.of(1, 2) },
      { signedTransaction: Uint8Array.of(1, 3) },
    ])
    expect(calls).toHaveLength(1)
  })

  it("sends on the network that the page asks for, and returns the signature's bytes", async () => {
    const { calls, features, getNetwork, wallet } = setup({ status: "connected" })
    const [account] = wallet.accounts
    const options = { skipPreflight: true }
    const input = { account, transaction: Uint8Array.of(2), chain: "solana:devnet", options }
    expect(await features["solana:signAndSendTransaction"].signAndSendTransaction(input)).toEqual([
      { signature },
    ])
    expect(getNetwork()).toBe(solanaDevnet.caipNetworkId)
    expect(calls).toEqual([{ method: "signAndSendTransaction", input: [Uint8Array.of(2), options] }])
  })

  it("sends nothing on a network that the page does not have, or that the user declines", async () => {
    const { calls, features, refuse, wallet } = setup({ status: "connected" })
    const send = (chain: string) =>
      features["solana:signAndSendTransaction"].signAndSendTransaction({
        account: wallet.accounts[0],
        transaction: Uint8Array.of(2),
        chain,
      })
    await expect(send("solana:testnet")).rejects.toMatchObject({ code: 4901 })
    refuse()
    await expect(send("solana:devnet")).rejects.toMatchObject({ code: 4901 })
    expect(calls).toEqual([])
  })

  it("signs in with a message that names the page, after connecting", async () => {
    const { approve, calls, features, opened } = setup()
    const signing = features["solana:signIn"].signIn({ statement: "Hello.", nonce: "abcd1234" })
    await vi.waitFor(() => expect(opened).toHaveLength(1))
    approve()
    const [output] = await signing
    expect(new TextDecoder().decode(output.signedMessage)).toBe(
      `dapp.example wants you to sign in with your Solana account:\n${me}\n\nHello.\n\nNonce: abcd1234`,
    )
    expect(output).toMatchObject({ account: { address: me }, signature })
    expect(calls).toMatchObject([{ method: "signMessage", input: [output.signedMessage] }])
  })

  it("refuses to sign in with a field that would read as another one", async () => {
    const { calls, features } = setup({ status: "connected" })
    const signIn = (input: object) => features["solana:signIn"].signIn(input)
    await expect(signIn({ statement: "Hello.\n\nNonce: abcd1234" })).rejects.toThrow("Not a sign-in message")
    await expect(signIn({ version: "2" })).rejects.toThrow("version 1")
    await expect(signIn({ address: base58.encode(new Uint8Array(32)) })).rejects.toMatchObject({ code: 4100 })
    expect(calls).toEqual([])
  })

  it("rejects with 4100 when no wallet is connected", async () => {
    const { features } = setup()
    const account = { address: me }
    await expect(
      features["solana:signMessage"].signMessage({ account, message: Uint8Array.of(1) }),
    ).rejects.toMatchObject({ code: 4100 })
  })

  it("follows the modal no more after it was removed", () => {
    const { become, changes, countListeners, unregister } = setup()
    unregister()
    become("connected")
    expect(changes).toEqual([])
    expect(countListeners()).toBe(0)
  })

  it("does nothing on a server", () => {
    vi.stubGlobal("window", undefined)
    const { modal } = makeScriptedModal({ namespace: "solana", networks: [], accounts: [], provider: {} })
    expect(() => registerWModalWallet(modal)()).not.toThrow()
  })
})
