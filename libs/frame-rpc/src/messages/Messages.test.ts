import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { requestNames } from "../events.ts"
import { answered, asked, faults, long, none, type Row } from "../testing/messageRows.ts"
import { Envelope, notices, payloads, portPayloads, Refused, replies } from "./Messages.ts"

describe.each(requestNames)("%s", (name) => {
  it("is asked in its shape", () => expect(faults(payloads[name], asked[name])).toEqual([]))
  it("is answered in its shape", () => expect(faults(replies[name], answered[name])).toEqual([]))
})

it("drops what comes with a message that carries nothing", () => {
  const empty = requestNames.flatMap((name) => [
    ...(asked[name] === none ? [z.parse(payloads[name], { much: 1 })] : []),
    ...(answered[name] === none ? [z.parse(replies[name], [1])] : []),
  ])
  expect(empty).toEqual(Array.from({ length: 16 }, () => undefined))
})

it.each<readonly [string, z.ZodMiniType, Row]>([
  [
    "READY",
    notices.READY,
    {
      good: [undefined, {}, { version: "4" }, { version: "4", port: true }],
      bad: [null, { version: 4 }, { port: 1 }, { version: long(100) }],
    },
  ],
  [
    "SESSION_UPDATE",
    notices.SESSION_UPDATE,
    { good: [{ token: "t" }], bad: [undefined, {}, { token: 1 }, { token: long(16_384) }] },
  ],
  ["ERROR", Refused, { good: [undefined, {}, { message: "No." }], bad: [null, "No.", { message: 1 }] }],
  ["PING", portPayloads.PING, none],
  ["ABORT", portPayloads.ABORT, { good: [{ id: "a" }], bad: [undefined, {}, { id: 1 }, { id: long(64) }] }],
  [
    "an envelope",
    Envelope,
    {
      good: [{ type: "@w3m-app/RELOAD" }, { type: "@w3m-frame/READY", id: "x7k2p", payload: [1] }],
      bad: [undefined, null, "RELOAD", {}, { type: 1 }, { type: long(64) }, { type: "a", id: 1 }],
    },
  ],
])("%s has its shape", (_, schema, row) => {
  expect(faults(schema, row)).toEqual([])
})

it("throws at nothing", () => {
  const schemas = [
    ...Object.values(payloads),
    ...Object.values(replies),
    ...Object.values(notices),
    Envelope,
    Refused,
  ]
  fc.assert(
    fc.property(fc.constantFrom(...schemas), fc.anything(), (schema, anything) => {
      expect(typeof z.safeParse(schema, anything).success).toBe("boolean")
    }),
  )
})
