import { Effect, Exit, type Fiber, Result } from "effect"
import { parseJson } from "./Http.ts"
import { makeJsonRpcRequest } from "./JsonRpc.ts"
import { decodeBatchReply, isBatchRefusal, type MemberReason } from "./JsonRpcBatch.ts"
import type { ExecuteRead, ReadRequest, RequestBody, RpcReadFailure } from "./ReadRequest.ts"
import { isHostAnswer } from "./Retry.ts"
import type { RpcReason } from "./RpcError.ts"

/** The maximum number of requests in one body. */
export const maxBatchSize = 1000

/** One logical read in a batch. */
export interface BatchMember {
  readonly method: string
  readonly params: readonly unknown[] | undefined
  /**
   * Takes one request off the budget of this member's logical call, and returns `false` when none is left.
   * Called for each body that contains the member, and once for all members that share a logical call. A member whose
   * call has no request left leaves the batch.
   */
  readonly charge: () => boolean
}

/** Gathers the reads of one tick towards one network into as few bodies as possible. */
export interface Batch {
  /**
   * Returns the member's result, which may be `null`, by its id in any reply order. A member without a result fails
   * alone. Interrupting one leaves the others; when the last one leaves, the request is aborted.
   */
  readonly request: (member: BatchMember) => Effect.Effect<unknown, RpcReadFailure>
}

interface PendingMember {
  readonly member: BatchMember
  readonly text: string
  readonly settle: (exit: Exit.Exit<unknown, RpcReadFailure>) => void
}

type MemberResult = Result.Result<unknown, MemberReason>

/** Members of one batch, by id, until each is settled. */
class MemberGroup extends Map<number, PendingMember> {
  /** True once an attempt ended without an answer that a node may have run. */
  mayHaveRun = false
}

/** Reports that a node may have run the requests of a failed attempt. Limited and refused requests are not run. */
const mayHaveRun = ({ reason }: RpcReadFailure): boolean =>
  !(reason._tag === "Status" && reason.status === 429) &&
  reason._tag !== "Answered" &&
  reason._tag !== "BatchRefused" &&
  reason._tag !== "BackedOff"

/**
 * Returns a batch over `ask`. Each body is one read request: repeated, hedged and deadlined as a whole, with the
 * members that are still pending. A body of one member is a plain request.
 */
export const makeBatch = Effect.fnUntraced(function* (ask: ExecuteRead): Effect.fn.Return<Batch> {
  const fork = Effect.runForkWith(yield* Effect.context())
  let ids = 0
  let gathering: MemberGroup | null = null
  const travelling = new Map<MemberGroup, Fiber.Fiber<void, RpcReadFailure>>()

  const start = (): MemberGroup => {
    const group = new MemberGroup()
    const leave = Effect.suspend(() => {
      if (gathering === group) gathering = null
      return ask(makeReadRequest(group))
    })
    const fiber = fork(Effect.andThen(Effect.yieldNow, leave))
    travelling.set(group, fiber)
    fiber.addObserver((exit) => {
      travelling.delete(group)
      // A batch that was read has settled all of its members, so the pending ones are those of a failed read.
      for (const id of group.keys()) settleMember(group, id, exit)
    })
    return group
  }

  const request = (member: BatchMember) =>
    Effect.callback<unknown, RpcReadFailure>((resume) => {
      const id = ++ids
      const text = JSON.stringify(makeJsonRpcRequest(id, member.method, member.params))
      const group = gathering ?? start()
      group.set(id, { member, text, settle: resume })
      gathering = group.size < maxBatchSize ? group : null
      return Effect.sync(() => {
        group.delete(id)
        if (group.size > 0) return
        if (gathering === group) gathering = null
        travelling.get(group)?.interruptUnsafe()
      })
    })

  return { request }
})

const makeReadRequest = (group: MemberGroup): ReadRequest => ({
  method: getBodyName(group),
  bodies: (before, size) =>
    Effect.suspend(() => {
      if (before !== null && mayHaveRun(before)) group.mayHaveRun = true
      const none: RpcReadFailure = before ?? { host: "", reason: { _tag: "BudgetExhausted" } }
      const ids = [...group.keys()]
      const parts = Array.from({ length: Math.ceil(ids.length / size) }, (_, at) =>
        chargeMembers(group, ids.slice(at * size, (at + 1) * size), none),
      )
      // A member that fails because its budget is exhausted may interrupt others.
      const left = parts.map((part) => part.filter((id) => group.has(id))).filter((part) => part.length > 0)
      if (left.length === 0) return Effect.fail(none.reason)
      return Effect.succeed(left.map((part) => makeBody(group, part, left.length === 1)))
    }),
})

/**
 * Charges one request to each logical call of a body. Members whose call has none left leave with the last failure.
 */
const chargeMembers = (
  group: MemberGroup,
  ids: readonly number[],
  last: RpcReadFailure,
): readonly number[] => {
  const paid = new Map<() => boolean, boolean>()
  return ids.filter((id) => {
    const charge = group.get(id)?.member.charge
    if (charge === undefined) return false
    const pays = paid.get(charge) ?? charge()
    paid.set(charge, pays)
    if (!pays) settleMember(group, id, Exit.fail(last))
    return pays
  })
}

/** Builds one body. `whole` means that it contains all remaining members, so that their failure is the attempt's. */
const makeBody = (group: MemberGroup, ids: readonly number[], whole: boolean): RequestBody => {
  const texts = ids.flatMap((id) => group.get(id)?.text ?? [])
  return {
    size: ids.length,
    text: ids.length === 1 ? texts.join() : `[${texts.join(",")}]`,
    read: (reply, host) =>
      Effect.suspend(() => {
        const body = parseJson(reply)
        if (Result.isFailure(body)) return Effect.fail(body.failure)
        if (ids.length > 1 && isBatchRefusal(body.success)) {
          return Effect.fail<RpcReason>({ _tag: "BatchRefused", size: ids.length })
        }
        const outcomes = decodeBatchReply(ids, { body: body.success, bytes: reply.bytes.length })
        const nothing = findReplyFailure(outcomes, whole)
        if (nothing !== null) return Effect.fail(nothing)
        // Another host may answer these. They stay in the group, whose next attempt sends them.
        let unanswered: MemberReason | null = null
        for (const [at, id] of ids.entries()) {
          const outcome = outcomes[at]
          if (outcome === undefined) continue
          if (Result.isFailure(outcome) && isHostAnswer(outcome.failure)) unanswered = outcome.failure
          else settleMember(group, id, toExit(outcome, host))
        }
        return unanswered === null ? Effect.void : Effect.fail(unanswered)
      }),
  }
}

/** Settles a member and removes it. A member that another result interrupted receives nothing. */
const settleMember = (group: MemberGroup, id: number, exit: Exit.Exit<unknown, RpcReadFailure>): void => {
  const waiting = group.get(id)
  group.delete(id)
  waiting?.settle(
    group.mayHaveRun
      ? Exit.mapError(exit, (failure) =>
          failure.reason._tag === "Answered" ? { ...failure, mayHaveRun: true } : failure,
        )
      : exit,
  )
}

const toExit = (outcome: MemberResult, host: string): Exit.Exit<unknown, RpcReadFailure> =>
  Result.isSuccess(outcome) ? Exit.succeed(outcome.success) : Exit.fail({ host, reason: outcome.failure })

/**
 * Returns the reason why the reply as a whole failed, or `null` when any member has a result: the only member's
 * reason, or a malformed reply to all members, which another host may not repeat.
 */
const findReplyFailure = (outcomes: readonly MemberResult[], whole: boolean): MemberReason | null => {
  const [first] = outcomes
  if (first === undefined || Result.isSuccess(first)) return null
  const senseless = outcomes.every(
    (outcome) => Result.isFailure(outcome) && outcome.failure._tag === "Malformed",
  )
  return (whole && outcomes.length === 1) || senseless ? first.failure : null
}

/** Returns the name of a body for the attempt record: its method, or the number of requests. */
const getBodyName = (group: MemberGroup): string => {
  const [first] = group.values()
  return group.size === 1 && first !== undefined ? first.member.method : `batch of ${group.size}`
}
