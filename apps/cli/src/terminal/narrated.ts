import type { Fetch } from "@wmodal/protocol"
import { Cause, Clock, Effect, Exit, Option } from "effect"

/** Tells of each attempt: host, outcome, time. Paths and queries may hold keys and project ids: they stay out. */
export const narrated = (fetch: Fetch["Service"], tell: (text: string) => void): Fetch["Service"] => ({
  send: (request) =>
    Effect.gen(function* () {
      const { host } = new URL(request.url)
      const start = yield* Clock.currentTimeMillis
      const since = Effect.map(Clock.currentTimeMillis, (now) => `${now - start} ms`)
      return yield* Effect.onExit(fetch.send(request), (exit) =>
        Effect.map(since, (took) =>
          tell(
            `${request.method} ${host}: ${Exit.isSuccess(exit) ? exit.value.status : reasonOf(exit)}, ${took}`,
          ),
        ),
      )
    }),
})

const reasonOf = (exit: Exit.Failure<Response, { readonly detail: string }>): string => {
  const failure = Cause.findErrorOption(exit.cause)
  return Option.isSome(failure) ? failure.value.detail : "given up"
}
