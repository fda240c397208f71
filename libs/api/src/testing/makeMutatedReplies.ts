import fc from "fast-check"

type JsonKey = string | number

/** Lists every path of a JSON value, from the outside in. */
const listPaths = (value: unknown, way: readonly JsonKey[] = []): readonly (readonly JsonKey[])[] => {
  if (typeof value !== "object" || value === null) return [way]
  const inner = Array.isArray(value)
    ? value.flatMap((item, index) => listPaths(item, [...way, index]))
    : Object.entries(value).flatMap(([name, item]) => listPaths(item, [...way, name]))
  return [way, ...inner]
}

/** Returns the value with `change` applied at the path; `undefined` removes the entry. */
const withChange = (
  value: unknown,
  way: readonly JsonKey[],
  change: (place: unknown) => unknown,
): unknown => {
  const [step, ...rest] = way
  if (step === undefined) return change(value)
  if (Array.isArray(value))
    return value.flatMap((item, index) => {
      if (index !== step) return [item]
      const other = withChange(item, rest, change)
      return other === undefined ? [] : [other]
    })
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      name === step ? withChange(item, rest, change) : item,
    ]),
  )
}

const awkward = [
  "",
  "0x",
  "-1",
  "1e400",
  "1".repeat(100),
  "javascript:alert(1)",
  "\u202e\ud800",
  "__proto__",
] as const

const anyValue = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, true, 0, -1, 0.1, 1e308, [], {}, [[]], ...awkward),
  fc.jsonValue({ maxDepth: 2 }),
)

/** A path of a response, a new value, and its use: replace, wrap, duplicate, or as text. */
const change = fc.record({
  at: fc.nat(),
  to: anyValue,
  how: fc.constantFrom("replace", "wrap", "repeat", "text"),
})

const mutate = (value: unknown, { at, to, how }: typeof change extends fc.Arbitrary<infer C> ? C : never) => {
  const ways = listPaths(value)
  return withChange(value, ways[at % ways.length] ?? [], (place) => {
    switch (how) {
      case "replace":
        return to
      case "wrap":
        return { value: place, __proto__: to, constructor: to }
      case "repeat":
        return [place, place, to]
      case "text":
        return JSON.stringify(place) ?? ""
    }
  })
}

const replyStatuses = [200, 201, 202, 400, 401, 403, 404, 408, 413, 422, 429, 500, 502, 503, 504]
/** Values that delay retries by a minute at most. */
const retryAfters = ["0", "1", "60", "007", "", "-1", "0.5", "1e400", "soon", "Thu, 01 Jan 1970 00:00:09 GMT"]
const contentTypes = [
  "application/json",
  "text/html",
  "image/png",
  "image/svg+xml",
  "",
  "multipart/form-data",
]

/** Makes arbitrary responses derived from the valid `sample`: changed, truncated, garbled, or replaced. */
export const makeMutatedReplies = (sample: unknown): fc.Arbitrary<Response> =>
  fc
    .record({
      changes: fc.array(change, { maxLength: 3 }),
      status: fc.oneof({ weight: 2, arbitrary: fc.constant(200) }, fc.constantFrom(...replyStatuses)),
      retryAfter: fc.option(fc.constantFrom(...retryAfters)),
      type: fc.constantFrom(...contentTypes),
      cut: fc.option(fc.nat(), { freq: 4 }),
      garble: fc.option(fc.tuple(fc.nat(), fc.nat(255)), { freq: 4 }),
      instead: fc.option(fc.oneof(fc.string(), fc.json()), { freq: 10 }),
    })
    .map(({ changes, status, retryAfter, type, cut, garble, instead }) => {
      const text = instead ?? JSON.stringify(changes.reduce(mutate, sample)) ?? ""
      const bytes = new TextEncoder().encode(text)
      if (garble !== null && bytes.length > 0) bytes[garble[0] % bytes.length] = garble[1]
      const body = cut === null ? bytes : bytes.subarray(0, cut % (bytes.length + 1))
      const headers = { "content-type": type, ...(retryAfter !== null && { "retry-after": retryAfter }) }
      return new Response(body, { status, headers })
    })
