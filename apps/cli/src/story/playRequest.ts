import type { Explanation, RequestInterceptor, ReviewedRequest } from "@wmodal/chains"
import type { RequestQueue, RequestQueueState } from "@wmodal/core/flows"
import type { StoryRequest } from "@wmodal/mock-server"
import { Effect, Stream, SubscriptionRef } from "effect"
import * as z from "zod/mini"
import type { Page } from "./Page.ts"
import type { PageRequest } from "./StoryEffects.ts"
import type { StepObservation } from "./StoryRunner.ts"
import type { StoryUser } from "./StoryUser.ts"

/** What a page hears of its request: an answer, or the code of an error. */
export type RequestResult = "answer" | number

const providerSchema = z.custom<{ readonly request: (request: PageRequest) => Promise<unknown> }>(
  (value) => typeof value === "object" && value !== null && "request" in value,
)
const thrownSchema = z.object({ code: z.int() })

/**
 * The page asks the wallet for something: a person looks at it, and lets it through or not. Done once the page has heard.
 * @param hears Told what the page hears, whenever that is.
 */
export const playRequest = Effect.fnUntraced(function* (
  page: Page,
  person: StoryUser,
  request: PageRequest,
  asked: StoryRequest,
  hears: (heard: RequestResult) => void,
): Effect.fn.Return<StepObservation, string> {
  const { requests } = page.flows
  // Nothing of an earlier request is taken for this one.
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
  const { explained } = yield* awaitRequestState(requests, (state) =>
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
  return { says: getTexts(explained), failure: null, stopped }
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

const getTexts = ({ calls }: ReviewedRequest): readonly string[] => calls.flatMap(getCallTexts)

const getCallTexts = ({ intent, interpolatedIntent, fields, digest }: Explanation): readonly string[] => [
  intent ?? "Unknown call",
  ...(interpolatedIntent === null ? [] : [interpolatedIntent]),
  ...fields.flatMap(({ label, text, value }) => [
    `${label}: ${text}`,
    ...(value._tag === "Call" ? getCallTexts(value.call) : []),
  ]),
  digest,
]
