import { Effect, Result } from "effect"
import fc from "fast-check"
import { afterEach, describe, expect, it } from "vitest"
import { makeFetch } from "./Fetch.ts"
import { exchange, parseJson } from "./Http.ts"

const receive = (response: () => Response) => {
  const fetch = makeFetch(() => Promise.resolve(response()))
  return Effect.runPromise(Effect.result(exchange(fetch, new Request("https://a.test/"))))
}

const streamed = (chunks: readonly Uint8Array<ArrayBuffer>[]) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })

it("reassembles a body from any chunks", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 50 })), async (parts) => {
      const chunks = parts.map((part) => Uint8Array.from(part))
      const reply = Result.getOrThrow(await receive(() => new Response(streamed(chunks))))
      expect([...reply.bytes]).toEqual(chunks.flatMap((chunk) => [...chunk]))
    }),
  )
})

it("returns a valid date, or none, from any Retry-After", async () => {
  const header = fc.oneof(
    fc.stringMatching(/^[!-~]([ -~]*[!-~])?$/),
    fc.bigInt({ min: 0n }).map(String),
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
  )
  await fc.assert(
    fc.asyncProperty(header, fc.constantFrom(429, 503), async (value, status) => {
      const received = await receive(() => new Response("", { status, headers: { "retry-after": value } }))
      const reason = Result.getOrThrow(Result.flip(received))
      expect(reason).toMatchObject({ _tag: "Status", status })
      const retryAt = reason._tag === "Status" ? (reason.retryAt ?? 0) : Number.NaN
      expect(new Date(retryAt).getTime()).toBe(Math.trunc(retryAt))
    }),
  )
})

describe("a date in Retry-After", () => {
  const zone = process.env["TZ"]
  afterEach(() => {
    if (zone === undefined) delete process.env["TZ"]
    else process.env["TZ"] = zone
  })

  it.each(["Wed, 21 Oct 2026 07:28:00 GMT", "Wednesday, 21-Oct-26 07:28:00 GMT", "Wed Oct 21 07:28:00 2026"])(
    "parses as GMT in any local time zone: %s",
    async (date) => {
      process.env["TZ"] = "America/New_York"
      const received = await receive(
        () => new Response("", { status: 429, headers: { "retry-after": date } }),
      )
      expect(Result.getOrThrow(Result.flip(received))).toMatchObject({
        retryAt: Date.UTC(2026, 9, 21, 7, 28),
      })
    },
  )
})

it.each(["-1", "1.5", "soon", "in 3 days", "2099-01-01", "1e9", ""])(
  "ignores a Retry-After that is neither seconds nor an HTTP date: %s",
  async (value) => {
    const received = await receive(() => new Response("", { status: 429, headers: { "retry-after": value } }))
    expect(Result.getOrThrow(Result.flip(received))).not.toHaveProperty("retryAt")
  },
)

it("parses JSON, and returns Malformed for other bytes", () => {
  fc.assert(
    fc.property(fc.json(), fc.uint8Array(), (json, noise) => {
      const reply = (bytes: Uint8Array) => ({ bytes: Uint8Array.from(bytes), contentType: "" })
      const value: unknown = JSON.parse(json)
      expect(parseJson(reply(new TextEncoder().encode(json)))).toEqual(Result.succeed(value))
      const other = parseJson(reply(noise))
      expect(Result.isSuccess(other) || other.failure._tag === "Malformed").toBe(true)
    }),
  )
})
