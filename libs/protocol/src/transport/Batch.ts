import { Effect, Exit, type Fiber, Result } from "effect"
import { parseJson } from "./Http.ts"
import { makeJsonRpcRequest } from "./JsonRpc.ts"
import { decodeBatchReply, isBatchRefusal, type MemberReason } from "./JsonRpcBatch.ts"
import type { ExecuteRead, ReadRequest, RequestBody, RpcReadFailure } from "./ReadRequest.ts"
import type { RpcReason } from "./RpcError.ts"

/** How many requests one body holds at most. */
export const maxBatchSize = 1000

/** One logical read on its way into a batch. */
export interface BatchMember {
  readonly method: string
  readonly params: readonly unknown[] | undefined
  /**
   * Takes one request off the budget of the logical call that this is part of, and says whether there was one left.
   * Called for each body that the member travels in, and once for all in it that have it in common; a member whose
   * call has none left leaves the batch.
   */
  readonly charge: () => boolean
}

/** Gathers the reads of one tick towards one network into as few bodies as hold them. */
export interface Batch {
  /**
   * The result, `null` among them, by its id and whatever the order of the reply. What this member alone did not
   * get, it fails alone for. Interrupting it leaves the others; when the last one goes, the request is aborted.
   */
  readonly request: (member: BatchMember) => Effect.Effect<unknown, RpcReadFailure>
}

interface PendingMember {
  readonly member: BatchMember
  readonly text: string
  readonly settle: (exit: Exit.Exit<unknown, RpcReadFailure>) => void
}

type MemberResult = Result.Result<unknown, MemberReason>

/** Those that travel together, by id, until each has its answer. */
type MemberGroup = Map<number, PendingMember>

/**
 * A batch over `ask`, to which each body is one question: it is repeated, hedged and deadlined as a whole, with
 * those members in it that still wait. A body of one member is a plain request.
 */
export const makeBatch = Effect.fnUntraced(function* (ask: ExecuteRead): Effect.fn.Return<Batch> {
  const fork = Effect.runForkWith(yield* Effect.context())
  let ids = 0
  let gathering: MemberGroup | null = null
  const travelling = new Map<MemberGroup, Fiber.Fiber<void, RpcReadFailure>>()

  const start = (): MemberGroup => {
    const group: MemberGroup = new Map()
    const leave = Effect.suspend(() => {
      if (gathering === group) gathering = null
      return ask(makeReadRequest(group))
    })
    const fiber = fork(Effect.andThen(Effect.yieldNow, leave))
    travelling.set(group, fiber)
    fiber.addObserver((exit) => {
      travelling.delete(group)
      // A batch that was read has settled all of its members: whoever waits yet, waited for what failed.
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
      const none: RpcReadFailure = before ?? { host: "", reason: { _tag: "BudgetExhausted" } }
      const ids = [...group.keys()]
      const parts = Array.from({ length: Math.ceil(ids.length / size) }, (_, at) =>
        chargeMembers(group, ids.slice(at * size, (at + 1) * size), none),
      )
      // Whoever hears that it cannot pay may make others leave.
      const left = parts.map((part) => part.filter((id) => group.has(id))).filter((part) => part.length > 0)
      if (left.length === 0) return Effect.fail(none.reason)
      return Effect.succeed(left.map((part) => makeBody(group, part, left.length === 1)))
    }),
})

/** Those of one body whose logical calls have a request left for it. The others leave, told of the last failure. */
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

/** `whole` where it holds all that are left, so that their failure is the attempt's. */
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
        for (const [at, id] of ids.entries()) {
          const outcome = outcomes[at]
          if (outcome !== undefined) settleMember(group, id, toExit(outcome, host))
        }
        return Effect.void
      }),
  }
}

/** Whoever is told has left. A member that another's answer made leave is told nothing. */
const settleMember = (group: MemberGroup, id: number, exit: Exit.Exit<unknown, RpcReadFailure>): void => {
  const waiting = group.get(id)
  group.delete(id)
  waiting?.settle(exit)
}

const toExit = (outcome: MemberResult, host: string): Exit.Exit<unknown, RpcReadFailure> =>
  Result.isSuccess(outcome) ? Exit.succeed(outcome.success) : Exit.fail({ host, reason: outcome.failure })

/**
 * Why the reply as a whole says nothing, `null` where it says something: the only member's reason, or that none
 * of them got anything that makes sense, for which another host may do better.
 */
const findReplyFailure = (outcomes: readonly MemberResult[], whole: boolean): MemberReason | null => {
  const [first] = outcomes
  if (first === undefined || Result.isSuccess(first)) return null
  const senseless = outcomes.every(
    (outcome) => Result.isFailure(outcome) && outcome.failure._tag === "Malformed",
  )
  return (whole && outcomes.length === 1) || senseless ? first.failure : null
}

/** What the record of an attempt calls a body: its method, or how many requests it holds. */
const getBodyName = (group: MemberGroup): string => {
  const [first] = group.values()
  return group.size === 1 && first !== undefined ? first.member.method : `batch of ${group.size}`
}
