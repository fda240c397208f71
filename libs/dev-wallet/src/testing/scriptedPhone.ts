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

/** What a wallet approves, as it travels. */
export type ApprovedNamespaces = Readonly<
  Record<string, { readonly accounts: readonly unknown[]; readonly methods: readonly unknown[] }>
>

export interface ScriptedPhoneOptions {
  /** CAIP-10, by namespace: what the person shares. */
  readonly accounts: Partial<Readonly<Record<Namespace, readonly string[]>>>
  /** In place of what follows from the accounts. */
  readonly settle?: (asked: OptionalNamespaces) => unknown
  readonly metadata?: unknown
  /** Of the wallet; throws to refuse. */
  readonly answer?: (method: string, params: unknown, chainId: string) => unknown
}

/**
 * A phone, the person behind it, and a relay that both can reach: what a client of WalletConnect does for a page, without
 * one. It keeps the contract of `RelayClient` as the real one does.
 */
export interface ScriptedPhone {
  readonly person: ScriptedApprover
  /** A page's WalletConnect over it. What is stored outlives the page. */
  readonly make: typeof makeWalletConnect
  /** The same, of a page of which only so much matters. */
  readonly page: (deps: Partial<WalletConnectDeps>) => ReturnType<typeof makeWalletConnect>
  /** Clients that run. */
  readonly clients: () => number
  /** How many listen to them, beside what each has as long as it runs. */
  readonly listeners: () => number
  /** What has been proposed, oldest first: what each link is for. */
  readonly proposals: readonly ScriptedProposal[]
  /** Topics of the sessions that are stored, oldest first. */
  readonly sessions: () => readonly string[]
  /** Topics of the sessions that the page has ended. */
  readonly removed: readonly string[]
  /** What a wallet was asked. */
  readonly asked: readonly { readonly method: string; readonly params: unknown; readonly chainId: string }[]
  /** The apps that are opened with a request, as they were chosen. */
  readonly apps: readonly unknown[]
  /** Shares these from now on, in every session, and says so. */
  readonly share: (accounts: ScriptedPhoneOptions["accounts"]) => void
  readonly tell: (event: RelayClientEvent) => void
  /** Tells that something has happened on a network. */
  readonly say: (chainId: string, name: string, data: unknown) => void
  /** Ends every session. */
  readonly leave: () => void
  /** Deletes every session without an event, as the client does before it reports the deletion. */
  readonly deleteSessions: () => void
  /** The relay, from now on; `silent`: it takes what it is given and says nothing. */
  readonly reachable: (is: boolean | "silent") => void
}

export interface ScriptedProposal {
  readonly asked: OptionalNamespaces
  readonly dropped: () => boolean
  /** Settles on it, whatever was asked and whoever listens. @returns the topic */
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
    // Later sessions last longer: it is how the newest is known.
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
      const { promise: settled, reject, resolve } = Promise.withResolvers<unknown>()
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
