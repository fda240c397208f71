import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { requestNames } from "../events.ts"
import {
  emptyRow,
  findFaults,
  type MessageRow,
  makeLongText,
  replyRows,
  requestRows,
} from "../testing/messageRows.ts"
import { Envelope, ErrorPayload, payloads, portPayloads, pushSchemas, replies } from "./Messages.ts"

describe.each(requestNames)("%s", (name) => {
  it("accepts valid requests only", () => expect(findFaults(payloads[name], requestRows[name])).toEqual([]))
  it("accepts valid replies only", () => expect(findFaults(replies[name], replyRows[name])).toEqual([]))
})

it("drops the payload of messages without one", () => {
  const empty = requestNames.flatMap((name) => [
    ...(requestRows[name] === emptyRow ? [z.parse(payloads[name], { much: 1 })] : []),
    ...(replyRows[name] === emptyRow ? [z.parse(replies[name], [1])] : []),
  ])
  expect(empty).toEqual(Array.from({ length: 16 }, () => undefined))
})

it.each<readonly [string, z.ZodMiniType, MessageRow]>([
  [
    "READY",
    pushSchemas.READY,
    {
      good: [undefined, {}, { version: "4" }, { version: "4", port: true }],
      bad: [null, { version: 4 }, { port: 1 }, { version: makeLongText(100) }],
    },
  ],
  [
    "SESSION_UPDATE",
    pushSchemas.SESSION_UPDATE,
    { good: [{ token: "t" }], bad: [undefined, {}, { token: 1 }, { token: makeLongText(16_384) }] },
  ],
  ["ERROR", ErrorPayload, { good: [undefined, {}, { message: "No." }], bad: [null, "No.", { message: 1 }] }],
  ["PING", portPayloads.PING, emptyRow],
  [
    "ABORT",
    portPayloads.ABORT,
    { good: [{ id: "a" }], bad: [undefined, {}, { id: 1 }, { id: makeLongText(64) }] },
  ],
  [
    "an envelope",
    Envelope,
    {
      good: [{ type: "@w3m-app/RELOAD" }, { type: "@w3m-frame/READY", id: "x7k2p", payload: [1] }],
      bad: [undefined, null, "RELOAD", {}, { type: 1 }, { type: makeLongText(64) }, { type: "a", id: 1 }],
    },
  ],
])("accepts valid %s messages only", (_, schema, row) => {
  expect(findFaults(schema, row)).toEqual([])
})

it("throws for no input", () => {
  const schemas = [
    ...Object.values(payloads),
    ...Object.values(replies),
    ...Object.values(pushSchemas),
    Envelope,
    ErrorPayload,
  ]
  fc.assert(
    fc.property(fc.constantFrom(...schemas), fc.anything(), (schema, anything) => {
      expect(typeof z.safeParse(schema, anything).success).toBe("boolean")
    }),
  )
})
