import type { Explanation, RequestInterceptor, ReviewedRequest } from "@wmodal/chains"
import type { RequestQueue, RequestQueueState } from "@wmodal/core/flows"
import type { StoryRequest } from "@wmodal/mock-server"
import { type Network, SubscriptionRef } from "@wmodal/protocol"
import { Effect, Stream } from "effect"
import * as z from "zod/mini"
import { describeNote } from "../signing/notes.ts"
import type { Page } from "./Page.ts"
import type { PageRequest } from "./StoryEffects.ts"
import type { StepObservation } from "./StoryRunner.ts"
import type { StoryUser } from "./StoryUser.ts"

/** The result that the dApp receives: a response or the code of an error. */
export type RequestResult = "answer" | number

const providerSchema = z.custom<{ readonly request: (request: PageRequest) => Promise<unknown> }>(
  (value) => typeof value === "object" && value !== null && "request" in value,
)
const thrownSchema = z.object({ code: z.int() })

/**
 * Sends a request of the dApp to the wallet after the user has reviewed it. Completes when the dApp has the result.
 * @param hears Called with the result that the dApp receives.
 */
export const playRequest = Effect.fnUntraced(function* (
  page: Page,
  person: StoryUser,
  request: PageRequest,
  asked: StoryRequest,
  hears: (heard: RequestResult) => void,
): Effect.fn.Return<StepObservation, string> {
  const { requests } = page.flows
  // Waits until no earlier request is in the queue.
  yield* awaitRequestState(requests, (state) => (state._tag === "Empty" ? state : null))
  const door: RequestInterceptor = (question) => Effect.runPromise(requests.handle(question))
  const provider = providerSchema.safeParse(page.engine.connection.connectorOf("eip155")?.getProvider(door))
  if (!provider.success) return yield* Effect.fail("no wallet is connected")
  const heard = provider.data
    .request(request)
    .then(
      () => "answer" as const,
      (thrown: unknown) => {
        const error = thrownSchema.safeParse(thrown)
        return error.success ? error.data.code : 0
      },
    )
    .then(hears)
  const { asked: queued, explained } = yield* awaitRequestState(requests, (state) =>
    state._tag === "Reviewing" ? state : null,
  )
  const tags = explained.dangers.map(({ _tag }) => _tag)
  const stopped = tags.length > 0 && !asked.pass
  if (stopped) yield* requests.reject
  else {
    yield* Effect.forEach(tags, requests.acknowledge)
    yield* person.setResponse(asked.answer)
    yield* requests.approve
  }
  yield* Effect.promise(() => heard)
  return { says: getTexts(explained, queued.network), failure: null, stopped }
})

const awaitRequestState = <A>(
  { state }: RequestQueue,
  pick: (state: RequestQueueState) => A | null,
): Effect.Effect<A> =>
  SubscriptionRef.changes(state).pipe(
    Stream.map(pick),
    Stream.filter((picked) => picked !== null),
    Stream.runHead,
    Effect.flatMap(Effect.fromOption),
    Effect.orDie,
  )

const getTexts = ({ calls, notes = [] }: ReviewedRequest, network: Network): readonly string[] => [
  ...calls.flatMap(getCallTexts),
  ...notes.map((note) => describeNote(note, network)),
]

const getCallTexts = ({ intent, interpolatedIntent, fields, digest }: Explanation): readonly string[] => [
  intent ?? "Unknown call",
  ...(interpolatedIntent === null ? [] : [interpolatedIntent]),
  ...fields.flatMap(({ label, text, value }) => [
    `${label}: ${text}`,
    ...(value._tag === "Call" ? getCallTexts(value.call) : []),
  ]),
  digest,
]
