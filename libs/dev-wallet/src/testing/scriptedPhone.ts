import { evm } from "@wmodal/chains/evm"
import {
  type OptionalNamespaces,
  openWalletConnect,
  type PairingProposal,
  type RelayClient,
  type RelayClientEvent,
} from "@wmodal/chains/internal"
import {
  lazyWalletConnect,
  type makeWalletConnect,
  type WalletConnectDeps,
} from "@wmodal/chains/walletconnect"
import { type Namespace, RpcError } from "@wmodal/protocol"
import { mainnet, optimism } from "@wmodal/protocol/networks"
import { Effect, Scope } from "effect"
import { makeScriptedApprover, type ScriptedApprover } from "../makeScriptedApprover.ts"

/** The approved namespaces in wire format. */
export type ApprovedNamespaces = Readonly<
  Record<string, { readonly accounts: readonly unknown[]; readonly methods: readonly unknown[] }>
>

export interface ScriptedPhoneOptions {
  /** The accounts that the user shares: CAIP-10, by namespace. */
  readonly accounts: Partial<Readonly<Record<Namespace, readonly string[]>>>
  /** Overrides the namespaces derived from the accounts. */
  readonly settle?: (asked: OptionalNamespaces) => unknown
  readonly metadata?: unknown
  /** The wallet's response; throws to reject. */
  readonly answer?: (method: string, params: unknown, chainId: string) => unknown
}

/**
 * A scripted phone wallet, its user and a relay, in place of a WalletConnect client. It follows the contract of the
 * real `RelayClient`.
 */
export interface ScriptedPhone {
  readonly person: ScriptedApprover
  /** Makes WalletConnect over this phone. The storage outlives the dApp. */
  readonly make: typeof makeWalletConnect
  /** Makes WalletConnect for a dApp with partial dependencies. */
  readonly page: (deps: Partial<WalletConnectDeps>) => ReturnType<typeof makeWalletConnect>
  /** Returns the number of running clients. */
  readonly clients: () => number
  /** Returns the number of listeners on the clients, without those that each client has permanently. */
  readonly listeners: () => number
  /** The proposals, oldest first, one for each link. */
  readonly proposals: readonly ScriptedProposal[]
  /** Returns the topics of stored sessions, oldest first. */
  readonly sessions: () => readonly string[]
  /** The topics of sessions that the dApp ended. */
  readonly removed: readonly string[]
  /** The requests that the wallet received. */
  readonly asked: readonly { readonly method: string; readonly params: unknown; readonly chainId: string }[]
  /** The apps opened for a request, as chosen. */
  readonly apps: readonly unknown[]
  /** Shares these accounts from now on, in every session, and emits the change. */
  readonly share: (accounts: ScriptedPhoneOptions["accounts"]) => void
  readonly tell: (event: RelayClientEvent) => void
  /** Emits an event of a network. */
  readonly say: (chainId: string, name: string, data: unknown) => void
  /** Ends every session. */
  readonly leave: () => void
  /** Deletes every session without an event, as the client does before it reports the deletion. */
  readonly deleteSessions: () => void
  /** Sets the relay's state; `silent`: it accepts messages and never responds. */
  readonly reachable: (is: boolean | "silent") => void
}

export interface ScriptedProposal {
  readonly asked: OptionalNamespaces
  readonly dropped: () => boolean
  /** Settles the proposal, regardless of the requested namespaces and of listeners. Returns the topic. */
  readonly approve: () => string
  readonly refuse: (thrown: unknown) => void
}

const question = {
  _tag: "Connect",
  origin: "https://dapp.example",
  network: { chainId: 1, name: "", rpcUrls: [] },
  account: "0x",
  locked: false,
} as const

export const makeScriptedPhone = (options: ScriptedPhoneOptions): ScriptedPhone => {
  const person = makeScriptedApprover()
  const stored = new Map<string, ReturnType<typeof struct>>()
  const kept = new Map<string, unknown>()
  const running = new Set<Set<(event: RelayClientEvent) => void>>()
  const proposals: ScriptedProposal[] = []
  const removed: string[] = []
  const asked: ScriptedPhone["asked"][number][] = []
  const apps: unknown[] = []
  let { accounts } = options
  let standing = 0
  let isReachable: boolean | "silent" = true
  let topics = 0

  const tell = (event: RelayClientEvent) => {
    for (const listeners of running) for (const listener of listeners) listener(event)
  }

  const namespacesFor = (wanted: OptionalNamespaces): ApprovedNamespaces =>
    Object.fromEntries(
      Object.entries(accounts).flatMap(([name, shared]) => {
        const proposed = wanted[name]
        return proposed === undefined ? [] : [[name, { accounts: shared, methods: proposed.methods }]]
      }),
    )

  const struct = (topic: string, wanted: OptionalNamespaces) => ({
    topic,
    // Later sessions expire later: this identifies the newest.
    expiry: 4_000_000_000 + topics,
    peer: { metadata: options.metadata ?? { name: "Phone", description: "", url: "", icons: [] } },
    namespaces: options.settle?.(wanted) ?? namespacesFor(wanted),
    wanted,
  })

  const open = (): RelayClient => {
    const listeners = new Set<(event: RelayClientEvent) => void>()
    const open = new Set<(thrown: unknown) => void>()
    running.add(listeners)
    const isOpen = () => running.has(listeners)

    const propose = async (wanted: OptionalNamespaces): Promise<PairingProposal> => {
      if (!isReachable) throw new Error("Failed to publish custom payload.")
      if (isReachable === "silent") return new Promise(() => {})
      let resolve: (session: unknown) => void = () => {}
      let reject: (thrown: unknown) => void = () => {}
      const settled = new Promise<unknown>((...settle) => {
        ;[resolve, reject] = settle
      })
      settled.catch(() => {})
      open.add(reject)
      let dropped = false
      const approve = () => {
        topics += 1
        const topic = `topic ${topics}`
        if (!isOpen()) return topic
        const settling = struct(topic, wanted)
        stored.set(topic, settling)
        resolve(settling)
        if (dropped) remove(topic)
        return topic
      }
      proposals.push({ asked: wanted, dropped: () => dropped, approve, refuse: reject })
      Effect.runPromise(person.approve(question)).then((answer) => {
        if (answer === "approve") approve()
        else reject({ code: 5000, message: "User rejected." })
      })
      return {
        uri: `wc:${proposals.length}@2?relay-protocol=irn&symKey=secret`,
        approval: settled,
        discard: () => {
          dropped = true
          settled.then(
            (given) => {
              if (typeof given === "object" && given !== null && "topic" in given) remove(`${given.topic}`)
            },
            () => {},
          )
        },
      }
    }

    const remove = (topic: string) => {
      if (stored.delete(topic)) removed.push(topic)
    }

    return {
      propose,
      sessions: () => [...stored.values()],
      request: async ({ chainId, request: { method, params } }) => {
        asked.push({ method, params, chainId })
        return options.answer?.(method, params, chainId) ?? null
      },
      remove: async (topic) => remove(topic),
      setLinkedApp: async (app) => {
        apps.push(app)
      },
      getItem: async (name) => kept.get(name),
      setItem: async (name, value) => {
        kept.set(name, value)
      },
      listen: (listener) => {
        listeners.add(listener)
        return () => {
          listeners.delete(listener)
        }
      },
      close: async () => {
        running.delete(listeners)
        for (const reject of open) reject(new Error("This client is closed."))
      },
    }
  }

  const make: typeof makeWalletConnect = (deps) =>
    lazyWalletConnect(deps, async (scope, connectors) => {
      const client = open()
      const close = Effect.promise(() => client.close())
      await Effect.runPromise(Scope.addFinalizer(scope, close))
      const opened = openWalletConnect(deps, client, connectors, scope)
      standing = [...running].at(-1)?.size ?? 0
      return opened
    })

  return {
    person,
    proposals,
    removed,
    asked,
    apps,
    tell,
    clients: () => running.size,
    listeners: () => [...running].reduce((sum, { size }) => sum + size - standing, 0),
    sessions: () => [...stored.keys()],
    make,
    page: (given) =>
      make({
        client: { load: async () => ({ openRelayClient: async () => open() }) },
        projectId: "test",
        relay: "ws://127.0.0.1:1",
        metadata: { name: "Page", description: "", url: "https://page.example", icons: [] },
        networks: [mainnet, optimism],
        chains: [evm()],
        storage: () => Promise.reject(new Error("None in this test.")),
        read: (_, method) => Effect.fail(new RpcError({ method, host: "", reason: { _tag: "NoEndpoint" } })),
        onLink: () => {},
        onRelayRejection: () => {},
        warn: () => {},
        ...given,
      }),
    share: (shared) => {
      accounts = shared
      for (const [topic, session] of stored) {
        stored.set(topic, { ...session, namespaces: namespacesFor(session.wanted) })
        tell({ _tag: "SessionUpdated", topic })
      }
    },
    say: (chainId, name, data) => {
      for (const topic of stored.keys()) tell({ _tag: "SessionEvent", topic, chainId, name, data })
    },
    deleteSessions: () => stored.clear(),
    leave: () => {
      for (const topic of stored.keys()) {
        stored.delete(topic)
        tell({ _tag: "SessionDeleted", topic })
      }
    },
    reachable: (is) => {
      isReachable = is
    },
  }
}
