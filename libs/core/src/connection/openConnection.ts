import type { Connector, ConnectorEvent, OutsideRequest, WalletSession } from "@wmodal/chains"
import type { LinkedApp } from "@wmodal/chains/walletconnect"
import { type CaipAddress, type Namespace, SubscriptionRef, toPlainAddress } from "@wmodal/protocol"
import { Effect, Fiber, Stream } from "effect"
import type { ConnectorsInternal } from "../connectors/makeConnectors.ts"
import type { EmitEvent } from "../EngineEvent.ts"
import { catchDefects } from "../effects/catchDefects.ts"
import { notifyWhenSlow } from "../effects/notifyWhenSlow.ts"
import { makeTaskHandle, type TaskHandle } from "../effects/TaskHandle.ts"
import type { NetworksInternal } from "../networks/makeNetworks.ts"
import type { Toasts } from "../notices/Toasts.ts"
import type { Platform } from "../Platform.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { Problem } from "../problems/Problem.ts"
import { describeProblem } from "../problems/problemText.ts"
import type { Router } from "../router/Router.ts"
import type { ViewPolicy } from "../router/viewPolicy.ts"
import { getSiwxView } from "../siwx/makeSiwx.ts"
import { loadOffer, type OneStep } from "../siwx/OneStep.ts"
import type { PersistedState, RememberedWallet } from "../storage/PersistedState.ts"
import type { Storage } from "../storage/Storage.ts"
import type { Connection } from "./Connection.ts"
import type { ConnectedState, ConnectionStore } from "./ConnectionStore.ts"
import { dispatchAttempt, dropWallet, getAttempt, isFree } from "./connectionAttempt.ts"
import { followOtherTabs } from "./followOtherTabs.ts"
import { followReturns, isDecidedOutside, type ReturnedWallet } from "./followReturns.ts"
import { type EmptiedWallet, makeDisconnect } from "./makeDisconnect.ts"
import { makeLateApprovals } from "./makeLateApprovals.ts"
import { notifyWallet } from "./notifyWallet.ts"
import { isPermanent, restoreConnection } from "./restoreConnection.ts"
import { forgetSession, rememberAccount, rememberRecent, rememberSession, wasLeft } from "./sessionRecords.ts"
import { findDefaultAddress, getSessionNamespace, toWalletInfo } from "./walletSessions.ts"

/** The dependencies of connections. */
export interface ConnectionDeps {
  /** The namespaces of the host's chains, and those of its networks that a remote wallet may have. */
  readonly namespaces: readonly Namespace[]
  readonly board: ConnectionStore
  readonly memory: PersistedState
  /** The changes of other tabs. */
  readonly watchStorage: Storage["Service"]["watch"]
  /** The page's window, which tells when the page is shown again; `null` outside a page. */
  readonly window: Platform["Service"]["window"]
  readonly connectors: ConnectorsInternal
  readonly networks: NetworksInternal
  readonly router: Pick<Router, "state" | "open">
  readonly views: ViewPolicy
  readonly toasts: Toasts
  readonly late: Connection["late"]
  readonly oneStep: OneStep
  /** The app of this device that opened the remote wallet; `null` for another device. */
  readonly app: SubscriptionRef.SubscriptionRef<LinkedApp | null>
  /** What wallets with a library of their own request. */
  readonly networkLog: { readonly add: (request: OutsideRequest) => void }
  readonly emit: EmitEvent
}

/** The part of connections that loads with the first attempt, or with a session to restore. */
export interface OpenedConnection extends Omit<Connection, "state" | "late" | "connectorOf" | "settled"> {
  /** Restores the sessions of namespaces that are `Restoring`. */
  readonly restore: (sessions: Readonly<Partial<Record<Namespace, RememberedWallet>>>) => Effect.Effect<void>
}

export const openConnection = (deps: ConnectionDeps) =>
  Effect.gen(function* () {
    const { board, memory, connectors, networks, oneStep, router, views, late, emit } = deps
    const scope = yield* Effect.scope
    const services = yield* Effect.context<never>()
    const lateApprovals = yield* makeLateApprovals(deps)

    const attempts = new Map<Namespace, TaskHandle>()
    const listeners = new Map<Namespace, TaskHandle>()
    /** The outcomes of pending attempts, for callers that join them. */
    const outcomes = new Map<Namespace, Effect.Effect<ConnectedState, Problem>>()
    /** The wallets that took all of their accounts back, which a lock does as well: until it shares them again. */
    const emptied = new Map<Namespace, EmptiedWallet>()
    for (const namespace of deps.namespaces) {
      attempts.set(namespace, yield* makeTaskHandle)
      listeners.set(namespace, yield* makeTaskHandle)
    }

    const active = () => SubscriptionRef.getUnsafe(networks.networks.selected).chainNamespace
    const stop = (slots: Map<Namespace, TaskHandle>, namespace: Namespace) =>
      slots.get(namespace)?.stop ?? Effect.void

    /** Clears the namespace after its wallet is gone. The wallet's listener ends last: it may be the caller. */
    const end = (namespace: Namespace, because: Problem | null) =>
      Effect.gen(function* () {
        board.connectors.delete(namespace)
        yield* board.dispatch(namespace, { _tag: "Ended", because })
        yield* networks.follow(namespace, false)
      })

    /** Ends the attempt of a namespace. Its connected wallet stays. */
    const endAttempt = (namespace: Namespace) =>
      Effect.suspend(() =>
        board.getConnected(namespace) === null
          ? end(namespace, null)
          : dispatchAttempt(board, namespace, { _tag: "Ended", because: null }),
      )

    const endedOutside = (namespace: Namespace, because: Problem | null, isHeard = true) =>
      Effect.gen(function* () {
        const connector = board.connectors.get(namespace)
        const state = board.getConnected(namespace)
        const isOfDevice = connector?.type === "ANNOUNCED" || connector?.type === "INJECTED"
        // A lost session has its own way back.
        const isKept = isHeard && because === null && isOfDevice && state !== null
        if (isKept) emptied.set(namespace, { connector, address: toPlainAddress(state.account) })
        else emptied.delete(namespace)
        // A session that may be restored is tried on the next visit, and `because` is shown as the reason.
        if (because === null) {
          forgetSession(memory, namespace)
          yield* networks.reset(namespace)
        }
        board.connectors.delete(namespace)
        yield* dropWallet(board, namespace, because)
        yield* networks.follow(namespace, false)
        yield* emit("DISCONNECT_SUCCESS", { namespace })
        if (getAttempt(board.get(namespace)) === null)
          yield* because === null ? views.disconnected : views.sessionLost
        // A lost wallet is heard further: it may return.
        if (because === null && !isKept) yield* stop(listeners, namespace)
      })

    const dropEmptied = (namespace: Namespace) =>
      Effect.suspend(() => (emptied.delete(namespace) ? stop(listeners, namespace) : Effect.void))

    yield* followOtherTabs(
      deps,
      (namespace) => board.connectors.get(namespace) ?? emptied.get(namespace)?.connector,
      (namespace) =>
        board.connectors.has(namespace) ? endedOutside(namespace, null, false) : dropEmptied(namespace),
    )

    /** Connects an emptied wallet again when it shares the same account. */
    const refilled = (namespace: Namespace, accounts: readonly CaipAddress[]) => {
      const before = emptied.get(namespace)
      const isSame = accounts.some((account) => toPlainAddress(account) === before?.address)
      if (before === undefined || !isSame || board.get(namespace)._tag !== "Disconnected")
        return look(namespace)
      const { connector } = before
      // The other tab's event may be on its way.
      if (wasLeft(memory, namespace, connector.id)) return dropEmptied(namespace)
      const again = Effect.flatMap(catchDefects(connector.restore), (session) =>
        takeBack({ connector, session }),
      )
      return Effect.asVoid(attempts.get(namespace)?.run(again) ?? Effect.void)
    }

    const heard = (namespace: Namespace, event: ConnectorEvent): Effect.Effect<void> => {
      switch (event._tag) {
        case "Returned":
          return look(namespace)
        case "AccountsChanged":
          if (board.getConnected(namespace) === null) return refilled(namespace, event.accounts)
          rememberAccount(memory, namespace, event.accounts[0])
          return Effect.andThen(board.dispatch(namespace, event), networks.follow(namespace, false))
        case "NetworkChanged":
          return Effect.andThen(
            board.dispatch(namespace, { _tag: "WalletMoved", network: event.network }),
            networks.follow(namespace, false),
          )
        case "Disconnected":
          return board.getConnected(namespace) === null
            ? Effect.void
            : endedOutside(namespace, event.cause ?? null)
      }
    }
    const listen = ({ id, namespace, events }: Connector) =>
      Effect.suspend(() => {
        if (emptied.get(namespace)?.connector.id !== id) emptied.delete(namespace)
        const following = Stream.runForEach(Stream.unwrap(events), (event) => heard(namespace, event))
        return Effect.asVoid(listeners.get(namespace)?.run(catchDefects(following)) ?? Effect.void)
      })

    const takeUp = (connector: Connector, session: WalletSession, chosen: boolean) =>
      Effect.gen(function* () {
        const { namespace } = connector
        const wallet = toWalletInfo(connector, oneStep.options, session)
        const selected = networks.preferred(namespace)?.caipNetworkId ?? null
        emptied.delete(namespace)
        board.connectors.set(namespace, connector)
        yield* board.dispatch(namespace, { _tag: "Approved", wallet, session, selected })
        rememberSession(memory, connector, wallet, session.accounts[0])
        const address = findDefaultAddress(connector, session, oneStep.options.defaultAccountTypes)
        if (address !== null) {
          connector.use?.(address)
          yield* board.dispatch(namespace, { _tag: "Chose", address })
        }
        if (SubscriptionRef.getUnsafe(late)?.namespace === namespace) yield* lateApprovals.dismiss
        yield* listen(connector)
        yield* networks.follow(namespace, chosen)
      })

    /** Returns the directory entry that was picked for pairing. */
    const picked = () => {
      const { open, history } = SubscriptionRef.getUnsafe(router.state)
      const view = history.findLast(({ _tag }) => _tag === "ConnectingWalletConnect")
      return open && view?._tag === "ConnectingWalletConnect" ? view.wallet : null
    }

    /**
     * Applies the session of a wallet that the user has just connected. Over a relay it may have other chains in
     * addition, or instead.
     */
    const chosen = (asked: Connector, session: WalletSession) =>
      Effect.gen(function* () {
        const namespace = getSessionNamespace(session, asked)
        const connector =
          namespace === asked.namespace ? asked : yield* connectors.find(asked.id, namespace, namespace)
        const { id, type } = connector
        const over = type === "WALLET_CONNECT"
        const signedIn = type === "AUTH"
        const wallet = (over ? picked() : null) ?? {
          // Events carry no data about a signed-in user.
          ...toWalletInfo(connector, oneStep.options, signedIn ? undefined : session),
          id: over ? (session.wallet?.name ?? id) : id,
        }
        if (!signedIn) rememberRecent(memory, wallet)
        oneStep.signed = session.signed ?? []
        oneStep.declined = null
        for (const also of session.otherChains ?? [])
          if (isFree(board.get(also.connector.namespace), also.connector)) {
            yield* stop(attempts, also.connector.namespace)
            yield* takeUp(also.connector, also.session, false)
          }
        if (namespace !== asked.namespace) yield* stop(attempts, namespace)
        yield* takeUp(connector, session, true)
        if (namespace !== asked.namespace) yield* endAttempt(asked.namespace)
        yield* connectors.refresh
        const method = signedIn
          ? "email"
          : !over
            ? "browser"
            : SubscriptionRef.getUnsafe(deps.app)
              ? "mobile"
              : "qrcode"
        yield* emit("CONNECT_SUCCESS", { method, name: wallet.name })
        yield* views.connected
        return board.getConnected(namespace) ?? (yield* new EngineError({ reason: { _tag: "NotConnected" } }))
      })

    /** Closes the relay session of the previous wallet, which would stay open unused. */
    const leaveBehind = (before: Connector | undefined) =>
      Effect.suspend(() =>
        before?.type !== "WALLET_CONNECT" || [...board.connectors.values()].some(({ id }) => id === before.id)
          ? Effect.void
          : notifyWallet(before, scope),
      )

    const attempt = (connector: Connector): Effect.Effect<ConnectedState, Problem> =>
      Effect.suspend(() => {
        const { id, namespace, type } = connector
        const before = board.connectors.get(namespace)
        // The relay's client and the embedded wallet have one session: a new one replaces it in the wallet itself.
        const isReplaced = before?.id === id && (type === "WALLET_CONNECT" || type === "AUTH")
        const keeps = before !== undefined && !isReplaced
        const asked = { _tag: "Asked", wallet: toWalletInfo(connector, oneStep.options) } as const
        const dropPrevious = Effect.gen(function* () {
          yield* stop(listeners, namespace)
          board.connectors.delete(namespace)
          forgetSession(memory, namespace)
          yield* board.dispatch(namespace, asked)
          yield* networks.follow(namespace, false)
        })
        connector.watchRequests?.(deps.networkLog.add)
        const isShown = SubscriptionRef.getUnsafe(router.state).open
        return Effect.gen(function* () {
          yield* keeps ? dispatchAttempt(board, namespace, asked) : dropPrevious
          const session = yield* notifyWhenSlow(
            catchDefects(
              connector.connect({
                network: networks.preferred(namespace),
                ...(getSiwxView(oneStep.options) !== null && {
                  signIn: () => loadOffer(oneStep, id, networks.preferred(namespace)),
                }),
                onLateApproval: (session) => {
                  Fiber.runIn(
                    Effect.runForkWith(services)(lateApprovals.offer(connector, session, isShown)),
                    scope,
                  )
                },
              }),
            ),
            dispatchAttempt(board, namespace, { _tag: "GrewSlow" }),
          )
          if (keeps && getSessionNamespace(session, connector) === namespace) yield* dropPrevious
          return yield* chosen(connector, session)
        }).pipe(Effect.ensuring(leaveBehind(before)))
      }).pipe(
        Effect.tapError((problem) =>
          Effect.gen(function* () {
            // The user may want to connect without a signature.
            if (problem.reason._tag === "Declined") oneStep.declined = connector.id
            yield* dispatchAttempt(board, connector.namespace, { _tag: "Refused", problem })
            if (isDecidedOutside(problem) && board.getConnected(connector.namespace) === null)
              yield* listen(connector)
            yield* emit("CONNECT_ERROR", { message: (yield* describeProblem(problem)).titleText })
          }),
        ),
      )

    /**
     * Requesting the same wallet while its prompt is fresh joins the pending attempt: a second prompt would be
     * rejected.
     */
    const begin = (connectorId: string, wanted?: Namespace) =>
      Effect.gen(function* () {
        const connector = yield* connectors.find(connectorId, active(), wanted)
        const { namespace } = connector
        const now = getAttempt(board.get(namespace))
        const running = outcomes.get(namespace)
        const joins = now?._tag === "Connecting" && now.wallet.connectorId === connectorId && !now.slow
        const slot = attempts.get(namespace)
        if (joins && running !== undefined) return { namespace, outcome: running }
        if (slot === undefined)
          return yield* new EngineError({ reason: { _tag: "AdapterNotFound", what: namespace } })
        const outcome = yield* slot.run(attempt(connector))
        outcomes.set(namespace, outcome)
        return { namespace, outcome }
      })

    const cancel = (namespace: Namespace) =>
      Effect.suspend(() => {
        const state = board.get(namespace)
        return getAttempt(state) === null && state._tag !== "Restoring"
          ? Effect.void
          : Effect.andThen(stop(attempts, namespace), endAttempt(namespace))
      })

    const disconnect = yield* makeDisconnect(deps, { attempts, listeners, emptied, end, endAttempt })

    const takeBack = ({ connector, session }: ReturnedWallet) => {
      connector.watchRequests?.(deps.networkLog.add)
      return Effect.andThen(takeUp(connector, session, false), views.restored)
    }
    const { find, look } = yield* followReturns(deps, {
      restored: takeBack,
      approved: ({ connector, session }) => chosen(connector, session),
      run: (namespace, looking) => attempts.get(namespace)?.run(looking) ?? Effect.void,
    })

    const takeUpAgain = (namespace: Namespace, id: string, outcome: ReturnType<typeof restoreConnection>) =>
      outcome.pipe(
        Effect.flatMap(takeBack),
        Effect.catch((error) =>
          Effect.gen(function* () {
            if (isPermanent(error)) forgetSession(memory, namespace)
            yield* end(namespace, error)
            const connector = find(namespace, id)
            if (connector !== undefined && !isPermanent(error)) yield* listen(connector)
          }),
        ),
      )

    const restore: OpenedConnection["restore"] = (sessions) =>
      Effect.gen(function* () {
        for (const [namespace, slot] of attempts) {
          const remembered = sessions[namespace]
          if (remembered === undefined || board.get(namespace)._tag !== "Restoring") continue
          const outcome = restoreConnection(
            { connectors, goneNetwork: networks.gone, network: networks.preferred(namespace) },
            namespace,
            remembered,
          )
          yield* slot.run(takeUpAgain(namespace, remembered.id, outcome))
        }
      })

    const opened: OpenedConnection = {
      restore,
      connect: (...wanted) => Effect.asVoid(begin(...wanted)),
      connectAndWait: (...wanted) =>
        Effect.flatMap(begin(...wanted), ({ namespace, outcome }) =>
          Effect.onInterrupt(outcome, () => cancel(namespace)),
        ),
      cancel: (namespace) =>
        Effect.forEach(namespace === undefined ? deps.namespaces : [namespace], cancel, { discard: true }),
      acceptLate: Effect.suspend(() => {
        const offered = SubscriptionRef.getUnsafe(late)
        const connector = lateApprovals.connector()
        if (offered === null || connector === null || scope.state._tag === "Closed") return Effect.void
        return Effect.gen(function* () {
          yield* stop(attempts, offered.namespace)
          if (!(yield* lateApprovals.withdraw(true))) return yield* cancel(offered.namespace)
          const before = board.connectors.get(offered.namespace)
          yield* Effect.ensuring(chosen(connector, offered.session), leaveBehind(before))
        }).pipe(Effect.catch(() => Effect.void))
      }),
      dismissLate: lateApprovals.dismiss,
      disconnect,
    }
    return opened
  })
