import {
  type Sessions as Api,
  type ApiError,
  hasSessions,
  makeSessions as makeClient,
  type SmartSession,
} from "@wmodal/api"
import { type ContractActions, type SessionAllowance, sanitizeLine } from "@wmodal/chains"
import { Clock, type Fetch, parseUrl, type RpcError, SubscriptionRef } from "@wmodal/protocol"
import { Effect, Result, type Scope } from "effect"
import { reportDefects } from "../effects/reportDefects.ts"
import { runToEnd } from "../effects/runToEnd.ts"
import { makeTaskHandle } from "../effects/TaskHandle.ts"
import { makeSubmitter, type SubmitterDeps } from "../operation/makeSubmitter.ts"
import { showAsking } from "../operation/showAsking.ts"
import type { EngineError } from "../problems/EngineError.ts"
import { type ActiveAccount, getActiveAccount, watchActiveAccount } from "../services/ActiveAccount.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import { followView } from "../services/followView.ts"
import { type LoadedChain, loadChain } from "../services/loadChain.ts"
import {
  type RevocationState,
  SessionError,
  type SessionReason,
  type SessionRevocation,
  type Sessions,
  type SessionsState,
  type SpendingAllowance,
  type SpendingSession,
} from "./Sessions.ts"
import { makeSessionKind } from "./sessionKind.ts"

export type SessionsDeps = EngineServices & SubmitterDeps

/** More are not described: each takes requests to a node. */
const maxSessions = 50

const maxHostLength = 100

const idle: RevocationState = { _tag: "Idle", error: null }

/** The chain and the service of one account's sessions. */
interface SessionSource {
  readonly of: ActiveAccount
  readonly chain: LoadedChain
  readonly contracts: ContractActions
  readonly client: Api
}

/** A host that is too long to be shown whole is not shown: a cut one would be another host. */
const parseHost = (url: string | null | undefined): string | null => {
  const parsed = parseUrl(url ?? "")
  return parsed === null || parsed.host.length > maxHostLength
    ? null
    : sanitizeLine(parsed.host, maxHostLength) || null
}

/** Returns UTC milliseconds of the service's seconds, which may be anything. */
const toTime = (seconds: number): number => (seconds > 0 && seconds < 8.64e12 ? seconds * 1000 : 0)

/** Creates the list of what apps may spend without asking, and the way to end it. */
export const makeSessions = (deps: SessionsDeps): Effect.Effect<Sessions, never, Fetch | Scope.Scope> =>
  Effect.gen(function* () {
    const { clients, router, toasts } = deps
    const scope = yield* Effect.scope
    const step = yield* makeTaskHandle
    const loading = yield* makeTaskHandle
    const { signOnly } = yield* makeSubmitter(deps, makeSessionKind(deps))
    const client =
      clients.api === null ? null : yield* makeClient({ ...clients.api.caller, gate: clients.api.gate })
    const state = yield* SubscriptionRef.make<SessionsState>({ _tag: "Loading" })
    const revocation = yield* SubscriptionRef.make<RevocationState>(idle)
    const now = () => SubscriptionRef.getUnsafe(revocation)
    const set = (next: RevocationState) => SubscriptionRef.set(revocation, next)

    const fail = (during: SessionError["during"], reason: SessionReason) =>
      Effect.fail(new SessionError({ during, reason }))
    const failWith = (during: SessionError["during"]) =>
      Effect.mapError(
        (problem: ApiError | EngineError | RpcError) =>
          new SessionError({ during, reason: { _tag: "Failed", problem } }),
      )

    const getSource = (
      during: SessionError["during"],
      of: ActiveAccount | null,
    ): Effect.Effect<SessionSource, SessionError> =>
      Effect.gen(function* () {
        if (of === null || client === null || clients.api === null || !hasSessions(of.network))
          return yield* fail(during, { _tag: "Unsupported" })
        const [isServed, chain] = yield* failWith(during)(
          Effect.all([clients.api.gate.supports(of.network.caipNetworkId), loadChain(deps, of)], {
            concurrency: "unbounded",
          }),
        )
        const { contracts } = chain.actions
        if (!isServed || contracts === null) return yield* fail(during, { _tag: "Unsupported" })
        return { of, chain, contracts, client }
      })

    const describeAllowance = (
      { chain: { actions, asking }, of }: SessionSource,
      allowance: SessionAllowance,
    ): Effect.Effect<SpendingAllowance, RpcError> =>
      Effect.gen(function* () {
        if (allowance._tag === "Unknown") return allowance
        const { token } = allowance
        const { decimals, symbol } =
          token === null
            ? of.network.nativeCurrency
            : ((yield* actions.token({ ...asking, token })) ?? { decimals: null, symbol: token })
        return { ...allowance, decimals, symbol: sanitizeLine(symbol, 42) || (token ?? "") }
      })

    const describe = (
      source: SessionSource,
      { context, createdAt, expiry, pci, permissions, project, revokedAt }: SmartSession,
    ): Effect.Effect<SpendingSession, RpcError> =>
      Effect.gen(function* () {
        const stored = { context, expiry, permissions }
        const { chain, contracts, of } = source
        const known = yield* contracts.fetchSession({ ...chain.asking, account: of.address, session: stored })
        const allowances = yield* Effect.forEach(known.allowances, (one) => describeAllowance(source, one))
        const expiresAt = known.expiry === null ? null : toTime(known.expiry)
        const isOver = known.status === "ended" || (known.status === "unknown" && revokedAt != null)
        const isExpired = expiresAt !== null && expiresAt <= (yield* Clock.currentTimeMillis)
        return {
          id: pci,
          app: sanitizeLine(project.name, 64),
          host: parseHost(project.url),
          key: known.key,
          createdAt: toTime(createdAt),
          expiresAt,
          status: isOver ? "ended" : isExpired ? "expired" : "active",
          isOnChain: known.status !== "unknown",
          allowances,
          stored,
        }
      })

    const fetchAll = (of: ActiveAccount | null, during: SessionError["during"]) =>
      Effect.gen(function* () {
        const source = yield* getSource(during, of)
        const { account, network } = source.of
        const listed = yield* failWith(during)(source.client.list(network.caipNetworkId, account))
        const sessions = yield* failWith(during)(
          Effect.forEach(listed.slice(-maxSessions), (one) => describe(source, one), { concurrency: 4 }),
        )
        const rank = ({ status }: SpendingSession) => (status === "active" ? 0 : 1)
        return sessions.toSorted((one, other) => rank(one) - rank(other) || other.createdAt - one.createdAt)
      })

    const list = Effect.suspend(() => fetchAll(getActiveAccount(deps), "list"))

    const showList = Effect.gen(function* () {
      const of = getActiveAccount(deps)
      const read = yield* Effect.result(fetchAll(of, "list"))
      if (getActiveAccount(deps)?.account !== of?.account) return
      yield* SubscriptionRef.set(
        state,
        Result.isSuccess(read)
          ? { _tag: "Loaded", sessions: read.success }
          : { _tag: "Failed", error: read.failure },
      )
    })

    const load = Effect.gen(function* () {
      if (SubscriptionRef.getUnsafe(state)._tag !== "Loaded")
        yield* SubscriptionRef.set(state, { _tag: "Loading" })
      yield* loading.run(showList)
    })

    const toReview = (
      { account, network }: ActiveAccount,
      session: SpendingSession,
    ): Effect.Effect<SessionRevocation, SessionError> =>
      session.status === "active"
        ? Effect.succeed({ account, network, stops: [], session })
        : fail("revoke", { _tag: "Over" })

    const prepare: Sessions["prepare"] = (id) =>
      Effect.gen(function* () {
        const of = getActiveAccount(deps)
        const session = (yield* fetchAll(of, "revoke")).find((one) => one.id === id)
        if (of === null || session === undefined) return yield* fail("revoke", { _tag: "NotFound" })
        return yield* toReview(of, session)
      })

    /** What the service believes does not matter where the account's contract has the last word. */
    const finish = (source: SessionSource, { session }: SessionRevocation, signature: string) =>
      Effect.gen(function* () {
        const { chain, contracts, of } = source
        const told = yield* Effect.result(
          source.client.revoke({
            network: of.network.caipNetworkId,
            address: of.address,
            pci: session.id,
            signature,
          }),
        )
        const { status } = yield* failWith("revoke")(
          contracts.fetchSession({ ...chain.asking, account: of.address, session: session.stored }),
        )
        if (status === "active") return yield* fail("revoke", { _tag: "StillActive" })
        if (status === "ended") return
        if (Result.isFailure(told)) return yield* fail("revoke", { _tag: "Failed", problem: told.failure })
      })

    const revoke: Sessions["revoke"] = (review, onApproved = Effect.void) =>
      Effect.gen(function* () {
        const of = getActiveAccount(deps)
        if (of?.account !== review.account) return yield* fail("revoke", { _tag: "Changed" })
        const source = yield* getSource("revoke", of)
        const { raw: signature } = yield* signOnly(review, [])
        yield* reportDefects(() => onApproved)
        yield* runToEnd(scope)(Effect.ensuring(finish(source, review, signature), Effect.forkIn(load, scope)))
      })

    const end: Sessions["end"] = (id) =>
      Effect.suspend(() => {
        const of = getActiveAccount(deps)
        const shown = SubscriptionRef.getUnsafe(state)
        const session = shown._tag === "Loaded" ? shown.sessions.find((one) => one.id === id) : undefined
        if (now()._tag !== "Idle" || of === null || session === undefined) return Effect.void
        const asking = Effect.gen(function* () {
          const review = yield* toReview(of, session)
          yield* showAsking(revocation, {
            review,
            approved: { _tag: "Ending", review },
            ask: (onApproved) => revoke(review, onApproved),
          })
          yield* toasts.show("success", { id: "flow.sessions.revoked" })
          yield* set({ _tag: "Revoked", session })
        })
        return Effect.asVoid(
          step.run(Effect.catch(asking, (error: SessionError) => set({ _tag: "Idle", error }))),
        )
      })

    const back = Effect.suspend(() =>
      now()._tag === "Asking" ? Effect.andThen(step.stop, set(idle)) : Effect.void,
    )

    yield* watchActiveAccount(deps, () =>
      Effect.gen(function* () {
        yield* Effect.andThen(step.stop, set(idle))
        yield* SubscriptionRef.set(state, { _tag: "Loading" })
        yield* loading.run(showList)
      }),
    )

    yield* followView(router, revocation, (view, before) => {
      const one = now()
      if (view === "SmartSession" && one._tag === "Revoked") return Effect.andThen(set(idle), router.goBack)
      if (view !== "SmartSessionList" || before === view) return Effect.void
      // An error, and a request that is still open, were of the session that has been left.
      const left = one._tag === "Idle" ? set(idle) : back
      return Effect.andThen(left, load)
    })

    const made: Sessions = { state, revocation, load, end, back, list, prepare, revoke }
    return made
  })
