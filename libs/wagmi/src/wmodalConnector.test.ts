import * as core3 from "@wagmi/core"
import * as core2 from "@wagmi/core-2"
import { custom, parseEther } from "viem"
import { gnosis, mainnet, polygon } from "viem/chains"
import { describe, expect, it, vi } from "vitest"
import { accounts, hash, makeScriptedModal } from "./testing/scriptedModal.ts"
import { withWModal } from "./withWModal.ts"

const chains = [mainnet, polygon, gnosis] as const
const [first, second] = accounts

/** What wagmi demands of a connector, by the actions of wagmi that its hooks call. */
describe.each([
  ["3", core3],
  // Its types differ by a deprecated field only.
  ["2", core2 as unknown as typeof core3],
])("wmodalConnector with @wagmi/core %s", (_, core) => {
  const open = (
    scripted = makeScriptedModal(),
    {
      storage = null,
      ssr = false,
      initialState,
    }: { storage?: core3.Storage | null; ssr?: boolean; initialState?: core3.State | undefined } = {},
  ) => {
    const transport = custom({ request: async () => "0x0" })
    const transports = { [mainnet.id]: transport, [polygon.id]: transport, [gnosis.id]: transport }
    const config = core.createConfig(withWModal(scripted.modal, { chains, transports, storage, ssr }))
    if (initialState !== undefined) core.hydrate(config, { initialState, reconnectOnMount: true })
    const [connector] = config.connectors
    if (connector === undefined) throw new Error("The config has no connector.")
    return { ...scripted, config, connector }
  }
  type Page = ReturnType<typeof open>

  const connect = async (
    { approve, config, connector, opened }: Page,
    chainId?: (typeof chains)[number]["id"],
  ) => {
    const before = opened.length
    const connecting = core.connect(config, { connector, ...(chainId !== undefined && { chainId }) })
    await vi.waitFor(() => expect(opened.length).toBeGreaterThan(before))
    approve()
    return connecting
  }

  const makeStorage = (held = new Map<string, string>()) =>
    core.createStorage({
      storage: {
        getItem: (key) => held.get(key) ?? null,
        setItem: (key, value) => void held.set(key, value),
        removeItem: (key) => void held.delete(key),
      },
    })

  it("returns parameters with the connector first, and turns wagmi's own discovery off", () => {
    const { config, connector } = open()
    expect(config.connectors).toHaveLength(1)
    expect(connector).toMatchObject({ id: "wmodal", name: "wmodal", type: "wmodal" })
    expect(connector.uid).toEqual(expect.any(String))
  })

  it("connects by the modal, on the wallets of EVM", async () => {
    const page = open()
    expect(await connect(page)).toEqual({ accounts: [first.address, second.address], chainId: 1 })
    expect(page.opened).toEqual([{ view: "Connect", namespace: "eip155" }])
    const connection = core.getAccount(page.config)
    expect(connection).toMatchObject({ status: "connected", address: first.address, chainId: 1 })
    expect(connection.connector?.id).toBe("wmodal")
  })

  it("connects on the wanted chain, and adds it when the modal does not know it", async () => {
    const page = open()
    expect(await connect(page, polygon.id)).toMatchObject({ chainId: 137 })
    await core.switchChain(page.config, { chainId: gnosis.id })
    expect(core.getAccount(page.config)).toMatchObject({ chainId: 100, chain: { name: "Gnosis" } })
  })

  it("rejects with UserRejectedRequestError when the user closes the modal", async () => {
    const { config, connector, modal, opened } = open()
    const connecting = core.connect(config, { connector })
    await vi.waitFor(() => expect(opened).toHaveLength(1))
    modal.close()
    await expect(connecting).rejects.toMatchObject({ name: "UserRejectedRequestError" })
    expect(core.getAccount(config).status).toBe("disconnected")
  })

  it("follows the modal's own button: connects, changes the account, disconnects", async () => {
    const page = open()
    const heard = vi.fn()
    core.watchAccount(page.config, { onChange: ({ address, status }) => heard(status, address) })
    page.approve()
    await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith("connected", first.address))
    page.useAccount(1)
    await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith("connected", second.address))
    page.become("disconnected")
    await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith("disconnected", undefined))
    expect(page.listeners()).toBe(0)
    page.approve()
    await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith("connected", second.address))
    expect(page.listeners()).toBe(1)
  })

  it("follows a switch in the wallet", async () => {
    const page = open()
    await connect(page)
    page.switchInWallet(137)
    await vi.waitFor(() => expect(core.getAccount(page.config).chainId).toBe(137))
  })

  it("switches, and reports a declined or unknown chain by viem's errors", async () => {
    const page = open()
    await connect(page)
    expect(await core.switchChain(page.config, { chainId: 137 })).toMatchObject({ name: "Polygon" })
    page.declined.add("switch")
    await expect(core.switchChain(page.config, { chainId: 1 })).rejects.toMatchObject({
      name: "UserRejectedRequestError",
    })
    await expect(page.connector.switchChain?.({ chainId: 5 })).rejects.toMatchObject({
      name: "SwitchChainError",
    })
    expect(core.getAccount(page.config).chainId).toBe(137)
  })

  it("signs messages and typed data with the account in use, and rejects what is declined", async () => {
    const page = open()
    await connect(page)
    expect(await core.signMessage(page.config, { message: "hi" })).toBe(
      await first.signMessage({ message: "hi" }),
    )
    const typed = {
      domain: { name: "Shop", chainId: 1 },
      types: { Order: [{ name: "id", type: "uint256" }] },
      primaryType: "Order",
      message: { id: 7n },
    } as const
    expect(await core.signTypedData(page.config, typed)).toBe(await first.signTypedData(typed))
    page.declined.add("personal_sign")
    await expect(core.signMessage(page.config, { message: "no" })).rejects.toMatchObject({
      name: "UserRejectedRequestError",
    })
  })

  it("sends a transaction, and a batch with its capabilities and status", async () => {
    const page = open()
    await connect(page)
    const sent = await core.sendTransaction(page.config, {
      to: second.address,
      value: parseEther("1"),
      gas: 21_000n,
    })
    expect(sent).toBe(hash)
    expect(page.requests.find(({ method }) => method === "eth_sendTransaction")?.params).toMatchObject([
      { to: second.address, value: "0xde0b6b3a7640000" },
    ])
    expect(await core.getCapabilities(page.config)).toMatchObject({ 1: { atomic: { status: "supported" } } })
    const { id } = await core.sendCalls(page.config, { calls: [{ to: second.address, value: 1n }] })
    expect(id).toBe("0x07")
    expect(await core.getCallsStatus(page.config, { id })).toMatchObject({ status: "success", atomic: true })
  })

  it("disconnects the modal, once", async () => {
    const page = open()
    await connect(page)
    const heard = vi.fn()
    core.watchAccount(page.config, { onChange: ({ status }) => heard(status) })
    await core.disconnect(page.config)
    expect(page.modal.getState().status).toBe("disconnected")
    expect(heard.mock.calls).toEqual([["disconnected"]])
  })

  it("reconnects after a reload without the modal, once the session is restored", async () => {
    const storage = makeStorage()
    await connect(open(makeScriptedModal(), { storage }))
    const again = open(makeScriptedModal({ restored: true }), { storage })
    const reconnecting = core.reconnect(again.config)
    again.become("connected")
    expect(await reconnecting).toMatchObject([{ accounts: [first.address, second.address], chainId: 1 }])
    expect(again.opened).toEqual([])
    expect(core.getAccount(again.config).status).toBe("connected")
  })

  it("does not reconnect when the session of the last visit has ended", async () => {
    const storage = makeStorage()
    await connect(open(makeScriptedModal(), { storage }))
    const again = open(makeScriptedModal({ restored: true }), { storage })
    const reconnecting = core.reconnect(again.config)
    again.become("disconnected")
    expect(await reconnecting).toEqual([])
    expect(again.opened).toEqual([])
    expect(core.getAccount(again.config).status).toBe("disconnected")
  })

  it("renders a returning visitor on a server from wagmi's cookie", async () => {
    const cookies = new Map<string, string>()
    const storage = makeStorage(cookies)
    const page = open(makeScriptedModal(), { storage, ssr: true })
    await connect(page)
    const header = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const initialState = core.cookieToInitialState(page.config, header)
    expect(initialState?.connections.size).toBe(1)
    const server = open(makeScriptedModal(), { storage: makeStorage(), ssr: true, initialState })
    expect(core.getAccount(server.config)).toMatchObject({ status: "reconnecting", address: first.address })
  })
})
