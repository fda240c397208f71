import type { HostNetwork, Network, Providers, WModal, WModalOutcome, WModalState } from "@wmodal/modal-web"
import { numberToHex } from "viem"
import { privateKeyToAccount } from "viem/accounts"

/** The accounts of the wallet. The keys are public: test accounts. */
export const accounts = [
  privateKeyToAccount("0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"),
  privateKeyToAccount("0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d"),
] as const

export const hash = `0x${"5e".repeat(32)}` as const

type Listener = (value: unknown) => void

/** A modal with a wallet that approves, as a page sees them: the state, and an EIP-1193 provider. */
export const makeScriptedModal = (
  options: { readonly restored?: boolean; readonly chainId?: number } = {},
) => {
  let chainId = options.chainId ?? 1
  let active = 0
  let networks: readonly number[] = [1, 137]
  const listeners = new Set<(state: WModalState) => void>()
  const walletListeners = new Map<string, Set<Listener>>()
  const requests: { readonly method: string; readonly params?: unknown }[] = []
  /** The methods that the user declines. */
  const declined = new Set<string>()

  const provider: NonNullable<Providers["eip155"]> = {
    request: async (call) => {
      requests.push(call)
      if (declined.has(call.method)) throw Object.assign(new Error("declined"), { code: 4001 })
      const params: readonly unknown[] = Array.isArray(call.params) ? call.params : []
      switch (call.method) {
        case "eth_chainId":
          return numberToHex(chainId)
        case "eth_accounts":
          return [accounts[active]?.address]
        case "personal_sign":
          return accounts[active]?.signMessage({ message: { raw: params[0] as `0x${string}` } })
        case "eth_signTypedData_v4":
          return accounts[active]?.signTypedData(JSON.parse(String(params[1])))
        case "eth_sendTransaction":
          return hash
        case "wallet_getCapabilities":
          return { "0x1": { atomic: { status: "supported" } } }
        case "wallet_sendCalls":
          return { id: "0x07" }
        case "wallet_getCallsStatus":
          return { version: "2.0.0", id: "0x07", chainId: "0x1", atomic: true, status: 200, receipts: [] }
        default:
          throw Object.assign(new Error(`no ${call.method}`), { code: 4200 })
      }
    },
    on: (event, listener) => {
      walletListeners.set(event, (walletListeners.get(event) ?? new Set()).add(listener))
      return provider
    },
    removeListener: (event, listener) => {
      walletListeners.get(event)?.delete(listener)
      return provider
    },
  }

  const toConnection = (status: "disconnected" | "connecting" | "connected") => {
    const listed = [accounts[active], ...accounts].flatMap((one) => (one === undefined ? [] : [one.address]))
    const shared = [...new Set(listed)].map((address) => ({
      caipAddress: `eip155:${chainId}:${address}` as const,
      namespace: "eip155" as const,
      address,
      type: null,
      publicKey: null,
      path: null,
    }))
    const [first] = shared
    return status === "connected" && first !== undefined
      ? {
          status,
          account: { ...first, network: `eip155:${chainId}` as const, label: "", colors: [], balance: null },
          wallet: { connectorId: "io.scripted", name: "Scripted", icon: null },
          accounts: shared,
        }
      : { status, account: null, wallet: null }
  }

  const first = toConnection(options.restored ? "connecting" : "disconnected")
  let state = {
    engine: "ready",
    open: false,
    ...first,
    connections: { eip155: first },
  } as unknown as WModalState
  const tell = (change: Partial<WModalState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener(state)
  }
  const become = (status: "disconnected" | "connecting" | "connected") => {
    const connection = toConnection(status)
    tell({ ...connection, connections: { eip155: connection } })
  }
  const opened: unknown[] = []
  const switchTo = (id: number): WModalOutcome => {
    if (declined.has("switch")) return { ok: false, error: { tag: "declined", text: "Declined." } }
    if (!networks.includes(id)) return { ok: false, error: { tag: "networkNotFound", text: "Unknown." } }
    chainId = id
    for (const listener of walletListeners.get("chainChanged") ?? []) listener(numberToHex(id))
    return { ok: true }
  }
  const toId = (network: string | HostNetwork | Network) =>
    Number(typeof network === "string" ? network.split(":")[1] : network.id)

  const modal = {
    getState: () => state,
    subscribe: (listener: (value: WModalState) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    open: (request: unknown) => {
      opened.push(request)
      tell({ open: true })
    },
    close: () => tell({ open: false }),
    getProvider: () => (state.connections.eip155?.status === "connected" ? provider : null),
    disconnect: async () => {
      become("disconnected")
      return { ok: true } as const
    },
    switchNetwork: async (network: string | HostNetwork) => switchTo(toId(network)),
    addNetwork: async (network: HostNetwork) => {
      networks = [...networks, toId(network)]
      return { ok: true } as const
    },
  } as unknown as WModal

  return {
    modal,
    requests,
    declined,
    opened,
    /** The user connects a wallet, which closes the modal. */
    approve: () => {
      become("connected")
      tell({ open: false })
    },
    become,
    /** The user chooses another account in the wallet. */
    useAccount: (index: number) => {
      active = index
      become("connected")
    },
    switchInWallet: switchTo,
    listeners: () => [...walletListeners.values()].reduce((sum, { size }) => sum + size, 0),
  }
}
