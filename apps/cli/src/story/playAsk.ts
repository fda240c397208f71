import type { Door, Explained, Explanation } from "@wmodal/chains"
import type { Requests, RequestsState } from "@wmodal/core/flows"
import type { Asked } from "@wmodal/mock-server"
import { Effect, Stream, SubscriptionRef } from "effect"
import * as z from "zod/mini"
import type { Page } from "./Page.ts"
import type { Person } from "./Person.ts"
import type { Seen } from "./Stage.ts"
import type { PageRequest } from "./World.ts"

/** What a page hears of its request: an answer, or the code of an error. */
export type Heard = "answer" | number

const Provider = z.custom<{ readonly request: (request: PageRequest) => Promise<unknown> }>(
  (value) => typeof value === "object" && value !== null && "request" in value,
)
const Thrown = z.object({ code: z.int() })

/**
 * The page asks the wallet for something: a person looks at it, and lets it through or not. Done once the page has heard.
 * @param hears Told what the page hears, whenever that is.
 */
export const playAsk = Effect.fnUntraced(function* (
  page: Page,
  person: Person,
  request: PageRequest,
  asked: Asked,
  hears: (heard: Heard) => void,
): Effect.fn.Return<Seen, string> {
  const { requests } = page.flows
  // Nothing of an earlier request is taken for this one.
  yield* until(requests, (state) => (state._tag === "Empty" ? state : null))
  const door: Door = (question) => Effect.runPromise(requests.enter(question))
  const provider = Provider.safeParse(page.engine.connection.connectorOf("eip155")?.providerFor(door))
  if (!provider.success) return yield* Effect.fail("no wallet is connected")
  const heard = provider.data
    .request(request)
    .then(
      () => "answer" as const,
      (thrown: unknown) => {
        const error = Thrown.safeParse(thrown)
        return error.success ? error.data.code : 0
      },
    )
    .then(hears)
  const { explained } = yield* until(requests, (state) => (state._tag === "Reviewing" ? state : null))
  const tags = explained.dangers.map(({ _tag }) => _tag)
  const stopped = tags.length > 0 && !asked.pass
  if (stopped) yield* requests.decline
  else {
    yield* Effect.forEach(tags, requests.pass)
    yield* person.willAnswer(asked.answer)
    yield* requests.proceed
  }
  yield* Effect.promise(() => heard)
  return { says: textsOf(explained), failure: null, stopped }
})

const until = <A>({ state }: Requests, pick: (state: RequestsState) => A | null): Effect.Effect<A> =>
  SubscriptionRef.changes(state).pipe(
    Stream.map(pick),
    Stream.filter((picked) => picked !== null),
    Stream.runHead,
    Effect.flatMap(Effect.fromOption),
    Effect.orDie,
  )

const textsOf = ({ calls }: Explained): readonly string[] => calls.flatMap(textsOfCall)

const textsOfCall = ({ intent, sentence, fields, digest }: Explanation): readonly string[] => [
  intent ?? "Unknown call",
  ...(sentence === null ? [] : [sentence]),
  ...fields.flatMap(({ label, text, value }) => [
    `${label}: ${text}`,
    ...(value._tag === "Call" ? textsOfCall(value.call) : []),
  ]),
  digest,
]
