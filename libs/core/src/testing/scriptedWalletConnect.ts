import {
  type ConnectedChain,
  type Connector,
  ConnectorError,
  type ConnectorEvent,
  type WalletSession,
} from "@wmodal/chains"
import {
  type LinkedApp,
  type makeWalletConnect,
  type PairingLink,
  type WalletConnectDeps,
  walletConnectId,
} from "@wmodal/chains/walletconnect"
import type { Namespace } from "@wmodal/protocol"
import { Deferred, Effect, Queue, Stream } from "effect"
import { bitcoinSession, scriptedSession, solanaSession } from "./scriptedWallet.ts"

/** The sessions that a phone approves for each chain. */
export const phoneSessions = {
  eip155: scriptedSession,
  solana: solanaSession,
  bip122: bitcoinSession,
  polkadot: {
    accounts: ["polkadot:91b171bb158e2d3848fa23a9f1c25182:15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5"],
    network: null,
  },
} satisfies Record<Namespace, WalletSession>

export const phoneWallet = { name: "Phone Wallet", icon: null }

interface ScriptedProposalCall {
  readonly namespace: Namespace
  readonly late: (session: WalletSession) => void
  readonly answer: Deferred.Deferred<WalletSession, ConnectorError>
  waited: boolean
}

/** Makes a WalletConnect client with scripted responses: no client, no relay. Its sessions survive a reload. */
export const scriptedWalletConnect = () => {
  /** The namespaces of the approved session, as both sides store it. */
  let approved: readonly Namespace[] = []
  let deps: WalletConnectDeps | null = null
  let made = 0
  let questions: readonly ScriptedProposalCall[] = []
  let links = 0
  let ended = 0
  let leaves = 0
  const preparing = Effect.runSync(Queue.unbounded<void>())
  const prepared: Deferred.Deferred<void>[] = []
  const apps: (LinkedApp | null)[] = []
  const decisions: boolean[] = []
  const queues = new Map<Namespace, Queue.Queue<ConnectorEvent>>()
  let connectors: readonly Connector[] = []

  const say = (namespace: Namespace, event: ConnectorEvent) => {
    const queue = queues.get(namespace)
    if (queue !== undefined) Queue.offerUnsafe(queue, event)
  }

  /** Ends the session on both sides. */
  const end = (but?: Namespace) => {
    const before = approved
    approved = []
    for (const one of before) if (one !== but) say(one, { _tag: "Disconnected" })
  }

  /** An app has one session: namespaces that the new one lacks end. */
  const takeUp = (namespaces: readonly Namespace[]) => {
    const before = approved
    approved = namespaces
    for (const one of before) if (!namespaces.includes(one)) say(one, { _tag: "Disconnected" })
  }

  const fail = (reason: ConnectorError["reason"]) =>
    new ConnectorError({ connectorId: walletConnectId, reason })

  const link = (): PairingLink => ({ uri: `wc:${++links}@2?symKey=secret`, expiresAt: 240_000 })

  const connectorOf = (namespace: Namespace): Connector => ({
    id: walletConnectId,
    name: "WalletConnect",
    type: "WALLET_CONNECT",
    namespace,
    icon: null,
    rdns: null,
    explorerId: null,
    getProvider: () => ({}),
    connect: ({ onLateApproval }) =>
      Effect.suspend(() => {
        const question: ScriptedProposalCall = {
          namespace,
          late: onLateApproval,
          answer: Deferred.makeUnsafe(),
          waited: true,
        }
        questions = [...questions, question]
        deps?.onLink(link())
        return Deferred.await(question.answer).pipe(
          Effect.onExit(() =>
            Effect.sync(() => {
              question.waited = false
              deps?.onLink(null)
            }),
          ),
        )
      }),
    restore: Effect.suspend(() =>
      approved.includes(namespace)
        ? Effect.succeed({ ...phoneSessions[namespace], wallet: phoneWallet })
        : fail({ _tag: "Locked" }),
    ),
    disconnect: Effect.sync(() => {
      ended += 1
      end(namespace)
    }),
    switchNetwork: () => Effect.void,
    signMessage: () => Effect.succeed("0x01"),
    signTypedData: () => fail({ _tag: "Unsupported", method: "eth_signTypedData_v4" }),
    calls: fail({ _tag: "Unsupported", method: "" }),
    events: Effect.sync(() => {
      const queue = Effect.runSync(Queue.unbounded<ConnectorEvent>())
      queues.set(namespace, queue)
      return Stream.fromQueue(queue)
    }),
  })

  const make: typeof makeWalletConnect = (given) =>
    Effect.sync(() => {
      made += 1
      deps = given
      queues.clear()
      connectors = [...new Set(given.networks.map(({ chainNamespace }) => chainNamespace))].map(connectorOf)
      return {
        connectors,
        prepare: Effect.suspend(() => {
          const there = Deferred.makeUnsafe<void>()
          prepared.push(there)
          Queue.offerUnsafe(preparing, undefined)
          return Deferred.await(there)
        }),
        setLinkedApp: (app) => {
          apps.push(app)
        },
      }
    })

  const sessionFor = (first: Namespace, others: readonly Namespace[]): WalletSession => ({
    ...phoneSessions[first],
    wallet: phoneWallet,
    otherChains: others.flatMap((namespace): readonly ConnectedChain[] => {
      const connector = connectors.find((one) => one.namespace === namespace)
      return connector === undefined
        ? []
        : [{ connector, session: { ...phoneSessions[namespace], wallet: phoneWallet } }]
    }),
  })

  const take = (which: 0 | -1) => {
    const taken = questions.at(which)
    if (taken === undefined) throw new Error("Nobody was asked.")
    questions = questions.filter((one) => one !== taken)
    return taken
  }

  const approve = (
    { namespace, late, answer, waited }: ScriptedProposalCall,
    namespaces: readonly [Namespace, ...Namespace[]],
  ) => {
    const [first, ...others] = namespaces.includes(namespace)
      ? ([namespace, ...namespaces.filter((one) => one !== namespace)] as const)
      : namespaces
    const session = sessionFor(first, others)
    const before = leaves
    if (waited) {
      takeUp(namespaces)
      Deferred.doneUnsafe(answer, Effect.succeed(session))
    } else
      late({
        ...session,
        acceptLateSession: (wanted) => {
          decisions.push(wanted)
          const isThere = wanted && leaves === before
          if (isThere) takeUp(namespaces)
          return isThere
        },
      })
  }

  return {
    make,
    /** Returns the number of created clients. */
    made: () => made,
    /** Returns the dependencies that the engine passed. */
    deps: () => {
      if (deps === null) throw new Error("None was made.")
      return deps
    },
    asked: () => questions.length,
    /** Returns true while the phone has a session. */
    isOpen: () => approved.length > 0,
    /** Returns the number of sessions that the app ended. */
    ended: () => ended,
    /** Approves the oldest request for these chains. */
    approve: (...namespaces: readonly [Namespace, ...Namespace[]]) => approve(take(0), namespaces),
    approveNewest: (...namespaces: readonly [Namespace, ...Namespace[]]) => approve(take(-1), namespaces),
    /** Ends the oldest request with this reason. */
    refuse: (reason: ConnectorError["reason"]) =>
      Deferred.doneUnsafe(take(0).answer, Effect.fail(fail(reason))),
    say,
    /** Ends the session from the phone's side. */
    leave: () => {
      leaves += 1
      end()
    },
    /** The requests for a link before a wallet is selected. */
    prepared,
    /** Completes when the next link was requested. */
    whenPreparing: Queue.take(preparing),
    /** Completes the prepared link. */
    finishPreparing: () => {
      deps?.onLink(link())
      for (const one of prepared.splice(0)) Deferred.doneUnsafe(one, Effect.void)
    },
    apps,
    /** The decisions about late approvals, in order. */
    decisions,
  }
}
