import { ConnectorError, sanitizeText } from "@wmodal/chains"
import {
  type CaipAddress,
  Clock,
  hasKey,
  type Namespace,
  namespaces,
  SubscriptionRef,
  toNamespace,
  toNetworkId,
  toPlainAddress,
} from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { notifyWhenSlow } from "../effects/notifyWhenSlow.ts"
import { makeTaskHandle } from "../effects/TaskHandle.ts"
import { EngineError } from "../problems/EngineError.ts"
import { getVisibleView } from "../router/routerModel.ts"
import { acceptOnChain, onChainSignature } from "./acceptOnChain.ts"
import { isSignInRequired, type SiwxDeps } from "./makeSiwx.ts"
import { toSiwxClient } from "./OneStep.ts"
import { type Siwx, SiwxError, type SiwxProblem, type SiwxSession, type SiwxState } from "./Siwx.ts"

/** The longest message that is shown and signed, in characters. */
const maxMessageLength = 10_000

/** Follows the active account: asks it to sign in when it has no session, and keeps the state. */
export const openSiwx = (deps: SiwxDeps): Effect.Effect<Siwx, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { account, board, connection, emit, flows, networks, onMove } = deps
    const { oneStep, options, plugin, router, state, toasts, view } = deps
    const scope = yield* Effect.scope
    const step = yield* makeTaskHandle
    const expiry = yield* makeTaskHandle
    const run = Effect.runForkWith(yield* Effect.context<never>())
    const start = (effect: Effect.Effect<unknown, unknown>) => Effect.asVoid(step.run(effect))

    const now = () => SubscriptionRef.getUnsafe(state)
    const set = (next: SiwxState) => SubscriptionRef.set(state, next)
    const isRequired = () => isSignInRequired(options, state)
    const isShown = () => getVisibleView(SubscriptionRef.getUnsafe(router.state))?._tag === view._tag
    const isSmartAccount = () => {
      const { caipAddress, address = "" } = SubscriptionRef.getUnsafe(account.state) ?? {}
      const wallet = caipAddress === undefined ? null : board.getConnected(getNamespace(caipAddress))
      return wallet?.details?.[address]?.type === "smartAccount"
    }
    const tell = (
      name: "CLICK_SIGN_SIWX_MESSAGE" | "CLICK_CANCEL_SIWX" | "SIWX_AUTH_SUCCESS" | "SIWX_AUTH_ERROR",
    ) =>
      Effect.suspend(() =>
        emit(name, {
          network: SubscriptionRef.getUnsafe(networks.selected).caipNetworkId,
          isSmartAccount: isSmartAccount(),
        }),
      )

    const show = Effect.suspend(() => {
      if (isShown()) return Effect.void
      const top = getVisibleView(SubscriptionRef.getUnsafe(router.state))
      if (top === null) return router.open(view)
      // A request of the page is answered first.
      return top._tag === "ReviewRequest" ? router.push(view) : router.reset(view)
    })
    const leave = Effect.suspend(() => {
      if (!isShown()) return Effect.void
      return SubscriptionRef.getUnsafe(router.state).history.length > 1 ? router.goBack : router.close
    })

    const revoke = (account: CaipAddress) =>
      callPlugin(() =>
        board.anyConnected()
          ? plugin.revokeSession(toNetworkId(account), toPlainAddress(account))
          : plugin.setSessions([]),
      )

    const keep = (account: CaipAddress, session: SiwxSession) =>
      Effect.gen(function* () {
        const end = Date.parse(session.data.expirationTime ?? "")
        yield* set({ _tag: "SignedIn", account, session })
        if (Number.isNaN(end)) return
        const left = end - (yield* Clock.currentTimeMillis)
        yield* expiry.run(Clock.delay(start(check(account, true)), Math.max(left, 0)))
      })

    /** The state of the sign-in cannot be known: like a failed connection. */
    const failInit = Effect.gen(function* () {
      yield* tell("SIWX_AUTH_ERROR")
      yield* set({ _tag: "Off" })
      yield* Effect.exit(connection.disconnect())
      yield* toasts.show("error", { id: "flow.siwx.failed" })
      // The disconnect ends the step that runs this.
    }).pipe(Effect.forkIn(scope), Effect.asVoid)

    /** Says that a signature is being checked: a server may take its time. */
    const showProgress = <A, E>(checking: Effect.Effect<A, E>) =>
      toasts
        .show("loading", { id: "flow.siwx.authenticating" })
        .pipe(Effect.andThen(checking), Effect.ensuring(toasts.hide))

    /** Stores what the wallet signed when it connected. @returns why the plugin does not accept it */
    const storeSigned = (account: CaipAddress) =>
      oneStep.signed.length === 0
        ? Effect.succeed(null)
        : callPlugin(async () =>
            (await import("./takeSigned.ts")).storeSigned(oneStep, account, plugin),
          ).pipe(
            showProgress,
            Effect.flatMap((stored) => (stored ? tell("SIWX_AUTH_SUCCESS") : Effect.void)),
            Effect.as(null),
            Effect.catch((problem: SiwxProblem) => Effect.as(refuse(problem), problem)),
          )

    const check = (account: CaipAddress, mayAsk: boolean): Effect.Effect<void> =>
      Effect.gen(function* () {
        yield* set({ _tag: "Checking", account })
        const problem = yield* storeSigned(account)
        const sessions = yield* callPlugin(() =>
          plugin.getSessions(toNetworkId(account), toPlainAddress(account)),
        )
        const [session] = Array.isArray(sessions) ? sessions : []
        if (session !== undefined) return yield* Effect.andThen(keep(account, session), leave)
        if (mayAsk || isRequired()) return yield* prepare(account, problem)
        yield* Effect.andThen(set({ _tag: "SignedOut", account }), leave)
        // The plugin's sessions are the host's: they may be of any shape.
      }).pipe(
        catchDefects,
        Effect.catch(() => failInit),
      )

    const prepare = (account: CaipAddress, problem: SiwxProblem | null): Effect.Effect<void> =>
      Effect.gen(function* () {
        yield* set({ _tag: "Preparing", account })
        yield* show
        const made = yield* callPlugin(() =>
          plugin.createMessage({
            accountAddress: toPlainAddress(account),
            chainId: toNetworkId(account),
            client: toSiwxClient(oneStep),
          }),
        )
        const message = yield* callPlugin(async () => String(made))
        if (message === "" || message.length > maxMessageLength)
          return yield* new SiwxError({ text: `A sign-in message of ${message.length} characters.` })
        const { requests } = yield* flows
        const explained = yield* requests.explain({ _tag: "Message", message }, getNamespace(account))
        const { toString: _, ...data } = { ...made }
        yield* set({ _tag: "Reviewing", account, message, data, explained, passed: [], problem })
      }).pipe(
        catchDefects,
        Effect.catch((error: SiwxProblem) => set({ _tag: "Failed", account, problem: problem ?? error })),
      )

    const refuse = (problem: SiwxProblem) =>
      Effect.gen(function* () {
        yield* tell("SIWX_AUTH_ERROR")
        yield* toasts.show("error", {
          id: isDeclined(problem) || !isSmartAccount() ? "flow.declined" : "flow.siwx.smartAccount",
        })
      })

    /** Says of an account whose contract signed what a server is missing that does not ask the contract. */
    const explainRefusal = (account: CaipAddress, signature: string, problem: SiwxProblem): SiwxProblem => {
      const connectorId = board.getConnected(getNamespace(account))?.wallet.connectorId ?? ""
      return signature === onChainSignature
        ? new ConnectorError({ connectorId, reason: { _tag: "SignedOnChain" } })
        : problem
    }

    const sign = Effect.suspend(() => {
      const shown = now()
      if (shown._tag !== "Reviewing") return Effect.void
      const { account, data, message, passed } = shown
      if (shown.explained.dangers.some(({ _tag }) => !passed.includes(_tag))) return Effect.void
      const asking = { ...shown, _tag: "Asking", slow: false } as const
      return Effect.gen(function* () {
        yield* set(asking)
        yield* tell("CLICK_SIGN_SIWX_MESSAGE")
        const { signing } = yield* flows
        const signature = yield* notifyWhenSlow(
          acceptOnChain(signing.signMessage(message, passed, getNamespace(account))),
          set({ ...asking, slow: true }),
        )
        yield* set({ ...shown, _tag: "Storing" })
        const session: SiwxSession = { data, message, signature }
        yield* callPlugin(() => plugin.addSession(session)).pipe(
          showProgress,
          // The nonce may be used up, so the next attempt has another message.
          Effect.tapError((problem) =>
            Effect.andThen(refuse(problem), prepare(account, explainRefusal(account, signature, problem))),
          ),
        )
        yield* keep(account, session)
        yield* tell("SIWX_AUTH_SUCCESS")
        yield* leave
      }).pipe(
        Effect.catch((problem: SiwxProblem) =>
          now()._tag !== "Asking"
            ? Effect.void
            : Effect.andThen(
                set({ ...shown, problem: isDeclined(problem) ? null : problem }),
                Effect.andThen(refuse(problem), show),
              ),
        ),
        start,
      )
    })

    const cancel = Effect.suspend(() => {
      const { _tag } = now()
      if (_tag === "Off" || _tag === "SignedIn") return leave
      return Effect.gen(function* () {
        yield* step.stop
        yield* tell("CLICK_CANCEL_SIWX")
        if (isRequired()) yield* Effect.exit(disconnectActive)
        else yield* Effect.andThen(setSignedOut, leave)
      })
    })
    const setSignedOut = Effect.suspend(() => {
      const one = now()
      return hasKey(one, "account") ? set({ _tag: "SignedOut", account: one.account }) : Effect.void
    })
    const disconnectActive = Effect.suspend(() => {
      const one = now()
      return connection.disconnect(hasKey(one, "account") ? getNamespace(one.account) : undefined)
    })

    /** The account that the state is of. */
    let followed: CaipAddress | null = null
    let isRestored = deps.isRestored()
    const getActive = () => {
      const { caipAddress = null } = SubscriptionRef.getUnsafe(account.state) ?? {}
      return SubscriptionRef.getUnsafe(networks.shown).known ? caipAddress : null
    }
    const follow = Effect.suspend(() => {
      const next = getActive()
      if (next === followed) return Effect.void
      followed = next
      const mayAsk = !isRestored
      isRestored = false
      return Effect.andThen(
        expiry.stop,
        next === null ? Effect.andThen(step.stop, set({ _tag: "Off" })) : start(check(next, mayAsk)),
      )
    })
    /** The accounts of the connected wallets: a wallet that is disconnected signs its account out. */
    const connected = new Map<Namespace, CaipAddress>()
    const followWallets = Effect.suspend(() => {
      const left: CaipAddress[] = []
      for (const namespace of namespaces) {
        const one = SubscriptionRef.getUnsafe(connection.state)[namespace]
        const before = connected.get(namespace)
        if (one?._tag === "Connected") connected.set(namespace, one.account)
        else if (one?._tag === "Disconnected") {
          connected.delete(namespace)
          if (before !== undefined && one.because === null) left.push(before)
        }
      }
      return Effect.forEach(left, (account) => Effect.exit(revoke(account)), { discard: true })
    })
    const unsubscribe = [
      SubscriptionRef.subscribe(account.state, () => run(follow)),
      SubscriptionRef.subscribe(networks.shown, () => run(follow)),
      SubscriptionRef.subscribe(connection.state, () =>
        run(Effect.forkIn(followWallets, scope, { startImmediately: true })),
      ),
    ]
    yield* Effect.addFinalizer(() => Effect.sync(() => unsubscribe.forEach((end) => end())))

    onMove((before, after) => {
      const wasShown = getVisibleView(before)?._tag === view._tag
      const isOpened = !wasShown && getVisibleView(after)?._tag === view._tag
      const one = now()
      if (isOpened && (one._tag === "SignedOut" || one._tag === "SignedIn"))
        return start(check(one.account, true))
      if (isOpened && one._tag === "Off" && followed === null) return router.reset({ _tag: "Connect" })
      // Another view may lie above: the approval of the embedded wallet.
      const isLeft = !after.open || after.history.every(({ _tag }) => _tag !== view._tag)
      const isPrompt = /^(Preparing|Failed|Reviewing|Asking)$/.test(one._tag)
      return wasShown && isLeft && isPrompt ? Effect.andThen(step.stop, setSignedOut) : Effect.void
    })
    yield* followWallets
    yield* follow

    const siwx: Siwx = {
      signIn: Effect.suspend(() => {
        const one = now()
        if (one._tag === "Off") return router.open()
        return one._tag === "SignedOut" || one._tag === "Failed"
          ? start(check(one.account, true))
          : Effect.void
      }),
      signOut: Effect.gen(function* () {
        yield* Effect.mapError(
          callPlugin(() => plugin.setSessions([])),
          ({ text }) => new EngineError({ reason: { _tag: "Unknown", detail: text } }),
        )
        yield* expiry.stop
        yield* setSignedOut
        if (isRequired()) yield* disconnectActive
      }),
      acknowledge: (danger) =>
        Effect.suspend(() => {
          const one = now()
          return one._tag === "Reviewing" && !one.passed.includes(danger)
            ? set({ ...one, passed: [...one.passed, danger] })
            : Effect.void
        }),
      sign,
      retry: Effect.suspend(() => {
        const one = now()
        return one._tag === "Failed" ? start(prepare(one.account, null)) : Effect.void
      }),
      back: Effect.suspend(() => {
        const one = now()
        return one._tag === "Asking"
          ? Effect.andThen(step.stop, set({ ...one, _tag: "Reviewing", problem: null }))
          : Effect.void
      }),
      cancel,
    }
    return siwx
  })

const callPlugin = <A>(call: () => Promise<A>): Effect.Effect<A, SiwxError> =>
  Effect.tryPromise({
    try: async () => call(),
    catch: (cause) => new SiwxError({ text: sanitizeText(cause instanceof Error ? cause.message : "", 200) }),
  })

const getNamespace = (account: CaipAddress) => toNamespace(account) as Namespace

const isDeclined = (problem: SiwxProblem): boolean =>
  problem._tag === "ConnectorError" && problem.reason._tag === "Declined"
