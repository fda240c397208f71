import type { Namespace, Network, WModal, WModalOutcome, WModalState } from "@wmodal/modal-web"

/** An account of the scripted wallet; the first one is in use. */
export interface ScriptedAccount {
  readonly address: string
  readonly type?: "payment" | "ordinal"
  readonly publicKey?: string
}

/** A modal with a wallet of one namespace, as an adapter sees it. */
export const makeScriptedModal = ({
  accounts: initial,
  namespace,
  networks,
  provider,
}: {
  readonly namespace: Namespace
  readonly networks: readonly Network[]
  readonly accounts: readonly ScriptedAccount[]
  readonly provider: object
}) => {
  const listeners = new Set<() => void>()
  const opened: unknown[] = []
  let accounts = initial
  let network = networks[0]?.caipNetworkId ?? `${namespace}:0`
  let state: object = { engine: "ready", open: false, status: "disconnected", connections: {} }
  let refusal: WModalOutcome | null = null

  const tell = (change: object) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const become = (status: "disconnected" | "connecting" | "connected") => {
    const shared = accounts.map(({ address, publicKey = null, type = null }) => ({
      caipAddress: `${network}:${address}`,
      namespace,
      address,
      type,
      publicKey,
      path: null,
    }))
    const account = status === "connected" ? { ...shared[0], network } : null
    const connection = { status, account, wallet: null, ...(account && { accounts: shared }) }
    tell({ status, account, connections: { [namespace]: connection } })
  }
  const connection = () => (state as WModalState).connections[namespace]

  const modal = {
    networks,
    getState: () => state,
    getAccount: () => connection()?.account ?? null,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    open: (request: unknown) => {
      opened.push(request)
      tell({ open: true })
    },
    getProvider: () => (connection()?.status === "connected" ? provider : null),
    disconnect: async () => {
      if (refusal === null) become("disconnected")
      return refusal ?? { ok: true }
    },
    switchNetwork: async (wanted: Network["caipNetworkId"]) => {
      if (refusal !== null) return refusal
      network = wanted
      become("connected")
      return { ok: true }
    },
  }

  return {
    modal: modal as unknown as WModal,
    opened,
    become,
    /** The user connects a wallet, which closes the modal. */
    approve: () => {
      become("connected")
      tell({ open: false })
    },
    /** The user closes the modal. */
    leave: () => tell({ open: false }),
    /** The wallet shares other accounts. */
    share: (next: readonly ScriptedAccount[]) => {
      accounts = next
      become("connected")
    },
    /** The user declines what the modal itself asks. */
    refuse: () => {
      refusal = { ok: false, error: { tag: "declined", text: "Declined." } }
    },
    getNetwork: () => network,
    countListeners: () => listeners.size,
  }
}
