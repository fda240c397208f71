import fc from "fast-check"
import type { WireMessage } from "./fakeFrame.ts"
import type { MessageRow } from "./messageRows.ts"

const makeDeepValue = () => {
  let value: unknown = 1
  for (let at = 0; at < 40; at += 1) value = { a: [value] }
  return value
}
const large = "x".repeat(256 * 1024)
const long = Array.from({ length: 300_000 })
/** Values that no message may contain. */
const forbidden: readonly (() => unknown)[] = [
  () => JSON.parse('{"__proto__":{"isAdmin":true}}'),
  () => ({ a: [{ constructor: 1 }] }),
  () => [{ prototype: {} }],
  makeDeepValue,
  () => large,
  () => long,
  () => 1n,
  () => new Map([["type", 1]]),
  () => new Date(0),
  () => new Uint8Array(8),
  () => {
    const cyclic: unknown[] = []
    cyclic.push(cyclic)
    return cyclic
  },
  () =>
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("A trap.")
        },
      },
    ),
  () => ({
    get payload(): never {
      throw new Error("A trap.")
    },
  }),
]

/** A change that makes a message invalid. */
type MessageBreak = (message: Record<string, unknown>) => unknown

const makeBreaks = ({ bad }: MessageRow): fc.Arbitrary<MessageBreak> => {
  const anything = fc.oneof(
    { weight: 8, arbitrary: fc.anything() },
    { weight: 1, arbitrary: fc.constantFrom(...forbidden).map((make) => make()) },
  )
  const notText = anything.filter((value) => typeof value !== "string")
  const type = fc.oneof(
    fc.string({ minLength: 1 }).map(
      (more): MessageBreak =>
        (message) => ({ ...message, type: `${message["type"]}${more}` }),
    ),
    fc.string({ minLength: 1 }).map(
      (more): MessageBreak =>
        (message) => ({ ...message, type: `${more}${message["type"]}` }),
    ),
    notText.map(
      (other): MessageBreak =>
        (message) => ({ ...message, type: other }),
    ),
  )
  const id = notText
    .filter((value) => value !== undefined)
    .map(
      (other): MessageBreak =>
        (message) => ({ ...message, id: other }),
    )
  const holding = fc.constantFrom(...forbidden).chain((make) =>
    fc.constantFrom<MessageBreak>(
      (message) => ({ ...message, more: make() }),
      (message) => ({ ...message, payload: { ...Object(message["payload"]), more: make() } }),
      (message) => ({ ...message, payload: make() }),
    ),
  )
  const whole = fc.oneof(
    anything
      .filter((value) => typeof value !== "object" || value === null)
      .map(
        (other): MessageBreak =>
          () =>
            other,
      ),
    fc.constant<MessageBreak>((message) => [message]),
    fc.constant<MessageBreak>((message) => JSON.stringify(Object.keys(message))),
  )
  const payload = bad.map(
    (other): MessageBreak =>
      (message) => ({ ...message, payload: other }),
  )
  return fc.oneof(
    { weight: 2, arbitrary: type },
    { weight: 1, arbitrary: id },
    { weight: 2, arbitrary: holding },
    { weight: 1, arbitrary: whole },
    ...(payload.length > 0 ? [{ weight: 3, arbitrary: fc.constantFrom(...payload) }] : []),
  )
}

/** Returns broken copies of a message. `more`: additional changes that are invalid on one side of the bridge only. */
export const makeBrokenMessages = (
  row: MessageRow,
  more: readonly MessageBreak[] = [],
): fc.Arbitrary<(message: WireMessage) => unknown> =>
  fc
    .oneof(
      { weight: 5, arbitrary: makeBreaks(row) },
      ...(more.length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom(...more) }] : []),
    )
    .map((broken) => (message: WireMessage) => broken({ ...message }))
