import type { DappRequest, DappResponse, ReviewedRequest } from "@wmodal/chains"
import { hasKey, SubscriptionRef } from "@wmodal/protocol"
import { Deferred, Effect, Fiber, Result, type Scope } from "effect"
import { followState, ifState } from "../effects/followState.ts"
import { makeSubmitter, type SubmitListener, type SubmitterDeps } from "../operation/makeSubmitter.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { Router } from "../router/Router.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import type { ExplainRequest } from "../signing/makeExplain.ts"
import { getSigner } from "../signing/makeSigning.ts"
import type { AcknowledgedDangers } from "../signing/Signing.ts"
import { type PageReview, pageRequestKind, toRequestedAction } from "./pageRequestKind.ts"
import type { QueuedRequest, RequestQueue, RequestQueueState } from "./RequestQueue.ts"
import { buildRequestedPayment, type Requester, rejections, resolveRequester } from "./resolveRequester.ts"

export type RequestQueueDeps = SubmitterDeps &
  Pick<EngineServices, "account" | "networks" | "router"> & { readonly explain: ExplainRequest }

/** Maximum number of pending requests in addition to the active one. */
const maxWaitingRequests = 20

interface WaitingRequest {
  readonly question: DappRequest
  readonly heard: Deferred.Deferred<DappResponse>
}

interface ActiveRequest extends WaitingRequest {
  readonly asker: Requester
  readonly asked: QueuedRequest
  /** The user's decision, or an earlier event. */
  readonly decided: Deferred.Deferred<DappResponse | "proceed">
  /** Completes when the user leaves the request. */
  readonly left: Deferred.Deferred<void>
  /** The warnings that the user had confirmed with the approval. */
  passed: AcknowledgedDangers
  /** The reason why no request may be sent any more, regardless of an earlier decision. */
  refusal: DappResponse | null
}

export const makeRequestQueue = (deps: RequestQueueDeps): Effect.Effect<RequestQueue, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { explain } = deps
    const scope = yield* Effect.scope
    const submitter = yield* makeSubmitter(deps, pageRequestKind)
    const state = yield* SubscriptionRef.make<RequestQueueState>({ _tag: "Empty" })
    const view = makeReviewView(deps.router)
    const unanswered = new Set<WaitingRequest["heard"]>()
    const line: WaitingRequest[] = []
    let turn: ActiveRequest | null = null
    let working = false

    const answer = (one: WaitingRequest, said: DappResponse) =>
      Effect.suspend(() => {
        unanswered.delete(one.heard)
        return Effect.asVoid(Deferred.succeed(one.heard, said))
      })

    yield* Effect.acquireRelease(Effect.void, () =>
      Effect.forEach([...unanswered], (heard) => Deferred.succeed(heard, rejections.gone), { discard: true }),
    )

    /** Hides a request that is no longer active. */
    const show = (of: ActiveRequest, next: RequestQueueState) =>
      Effect.suspend(() => (turn === of ? SubscriptionRef.set(state, next) : Effect.void))

    const recount = SubscriptionRef.update(state, (now) =>
      now._tag === "Empty" ? now : { ...now, waiting: line.length },
    )

    /** Ends the active request, unless the wallet already has it. */
    const refuse = (of: ActiveRequest, said: DappResponse) =>
      Effect.suspend(() => {
        of.refusal ??= said
        return Effect.asVoid(Deferred.succeed(of.decided, said))
      })

    const objection = ({ asker, question }: ActiveRequest): DappResponse | null => {
      const now = resolveRequester(deps, question)
      if (hasKey(now, "_tag")) return now
      return now.connector === asker.connector &&
        now.account === asker.account &&
        now.network.caipNetworkId === asker.network.caipNetworkId
        ? null
        : rejections.changed
    }

    const lookAround = Effect.suspend(() => {
      const of = turn
      if (of === null) return Effect.void
      const against = objection(of)
      if (against !== null) return refuse(of, against)
      return view.isShown()
        ? Effect.void
        : Effect.andThen(Deferred.succeed(of.left, undefined), refuse(of, rejections.declined))
    })

    yield* followState(deps.router.state, () => lookAround)
    yield* followState(deps.account.state, () => lookAround)
    yield* followState(deps.board.state, () => lookAround)

    const ask = (of: ActiveRequest, explained: ReviewedRequest) =>
      Effect.gen(function* () {
        const { asked, passed, question } = of
        const { account, network, request } = asked
        const subject = yield* toRequestedAction(request, network, explained)
        const review: PageReview = {
          account,
          network,
          question,
          subject,
          stops: explained.dangers,
          findRefusal: () => of.refusal ?? objection(of),
          respond: (said) => answer(of, said),
        }
        const listener: SubmitListener<DappResponse> = ({ _tag, entry }) =>
          _tag === "Requested" || _tag === "Slow"
            ? show(of, {
                _tag: "Asking",
                asked,
                explained,
                entry: entry.id,
                slow: _tag === "Slow",
                waiting: line.length,
              })
            : Effect.void
        yield* Effect.catch(Effect.asVoid(submitter.submit(review, passed, listener)), (rejection) =>
          answer(of, rejection),
        )
      })

    const serve = (one: WaitingRequest) =>
      Effect.gen(function* () {
        const asker = resolveRequester(deps, one.question)
        if (hasKey(asker, "_tag")) return yield* answer(one, asker)
        const question = yield* buildRequestedPayment(deps, asker, one.question)
        if (hasKey(question, "_tag")) return yield* answer(one, question)
        const { account, network } = asker
        const asked = { request: question.request, account, network }
        const of: ActiveRequest = {
          ...one,
          question,
          asker,
          asked,
          decided: Deferred.makeUnsafe(),
          left: Deferred.makeUnsafe(),
          passed: [],
          refusal: null,
        }
        yield* SubscriptionRef.set(state, { _tag: "Reading", asked, waiting: line.length })
        yield* view.show
        turn = of
        yield* lookAround
        const read = yield* Effect.raceFirst(
          Effect.result(explain(asker, asked.request)),
          Effect.as(Deferred.await(of.decided), null),
        )
        if (read !== null && Result.isFailure(read)) {
          const problem = read.failure
          if (problem._tag === "RequestTooLong") {
            yield* answer(of, rejections.tooLong(problem))
            yield* show(of, { _tag: "Refused", asked, problem, waiting: line.length })
          } else yield* refuse(of, rejections.unread)
        } else if (read !== null)
          yield* show(of, {
            _tag: "Reviewing",
            asked,
            explained: read.success,
            passed: [],
            waiting: line.length,
          })
        const decision = yield* Deferred.await(of.decided)
        if (decision !== "proceed") return yield* answer(of, decision)
        if (read === null || Result.isFailure(read)) return
        const asks = Effect.catchDefect(ask(of, read.success), () => answer(of, rejections.unread))
        const asking = yield* Effect.forkIn(asks, scope, { startImmediately: true })
        // If the user leaves a wallet that does not respond, the next request may proceed.
        yield* Effect.raceFirst(Fiber.await(asking), Deferred.await(of.left))
      }).pipe(Effect.catchDefect(() => answer(one, rejections.unread)))

    const work = Effect.gen(function* () {
      do {
        for (let next = line.shift(); next !== undefined; next = line.shift()) {
          yield* serve(next)
          turn = null
        }
        yield* SubscriptionRef.set(state, { _tag: "Empty" })
        yield* view.leave
        // A request that arrived meanwhile found the queue still busy.
      } while (line.length > 0)
      working = false
    })

    const shownNetwork = () => SubscriptionRef.getUnsafe(deps.networks.shown).network.caipNetworkId

    const requests: RequestQueue = {
      state,
      handle: (question) =>
        Effect.suspend(() => {
          if (scope.state._tag === "Closed") return Effect.succeed(rejections.gone)
          if (line.length >= maxWaitingRequests) return Effect.succeed(rejections.tooMany)
          const one: WaitingRequest = { question, heard: Deferred.makeUnsafe() }
          unanswered.add(one.heard)
          line.push(one)
          const start = working
            ? recount
            : Effect.suspend(() => {
                working = true
                return Effect.forkIn(work, scope, { startImmediately: true })
              })
          return Effect.andThen(start, Deferred.await(one.heard))
        }),
      acknowledge: (danger) =>
        SubscriptionRef.update(state, (now) =>
          now._tag === "Reviewing" && !now.passed.includes(danger)
            ? { ...now, passed: [...now.passed, danger] }
            : now,
        ),
      approve: ifState(state, "Reviewing", ({ explained, passed }) => {
        if (turn === null || explained.dangers.some(({ _tag }) => !passed.includes(_tag))) return Effect.void
        turn.passed = passed
        return Effect.asVoid(Deferred.succeed(turn.decided, "proceed"))
      }),
      reject: Effect.suspend(() => (turn === null ? Effect.void : refuse(turn, rejections.declined))),
      explain: (request, namespace) =>
        Effect.flatMap(getSigner(deps, namespace), (by) =>
          by === null
            ? Effect.fail(new EngineError({ reason: { _tag: "UnsupportedChain", network: shownNetwork() } }))
            : explain(by, request),
        ),
    }
    return requests
  })

/** Creates the view that shows requests: over the open view, and closed after the last one. */
export const makeReviewView = (router: Router) => {
  let opened = false
  const now = () => SubscriptionRef.getUnsafe(router.state)
  /** Returns the index of the shown review, also below the wallet's own approval; -1 if it is not shown. */
  const place = () => {
    const { history, open } = now()
    const top = history.findLastIndex(({ _tag }) => _tag !== "ApproveTransaction")
    return open && history[top]?._tag === "ReviewRequest" ? top : -1
  }
  const isShown = () => place() !== -1
  return {
    isShown,
    show: Effect.suspend(() => {
      if (isShown()) return Effect.void
      opened = !now().open
      return opened ? router.open({ _tag: "ReviewRequest" }) : router.push({ _tag: "ReviewRequest" })
    }),
    leave: Effect.suspend(() => {
      const at = place()
      if (at === -1) return Effect.void
      if (opened || at === 0) return router.close
      return at === now().history.length - 1 ? router.goBack : router.goBackToIndex(at - 1)
    }),
  }
}
