import { Result } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import { rpcErrorNames } from "../rpcErrorCodes.ts"
import { decodeReply, makeJsonRpcRequest } from "./JsonRpc.ts"

const decodeWithId = (body: unknown) =>
  typeof body === "object" && body !== null && "id" in body ? body.id : undefined
const refusal = (error: unknown) => Result.getOrThrow(Result.flip(decodeReply(1, { id: 1, error })))

it("writes a request with parameters, or an empty list", () => {
  expect(makeJsonRpcRequest(7, "eth_chainId")).toEqual({
    jsonrpc: "2.0",
    id: 7,
    method: "eth_chainId",
    params: [],
  })
  expect(makeJsonRpcRequest(8, "eth_call", [{ to: "0x" }]).params).toEqual([{ to: "0x" }])
})

it.each(Object.entries(rpcErrorNames))("returns the meaning of code %s", (code, meaning) => {
  expect(refusal({ code: Number(code), message: "no" })).toEqual({
    _tag: "Answered",
    code: Number(code),
    meaning,
    text: "no",
  })
})

it("omits the meaning of an unknown code, and keeps the data", () => {
  expect(refusal({ code: 17, message: "no", data: { of: "theirs" }, extra: 1 })).toEqual({
    _tag: "Answered",
    code: 17,
    text: "no",
    data: { of: "theirs" },
  })
})

it("returns every result unchanged", () => {
  fc.assert(
    fc.property(fc.nat(), fc.jsonValue(), (id, result) => {
      expect(decodeReply(id, { jsonrpc: "2.0", id, result })).toEqual(Result.succeed(result))
      expect(decodeReply(id, { id, result, error: null })).toEqual(Result.succeed(result))
    }),
  )
})

it("returns a result or a typed reason for any body", () => {
  const pieces = fc.record(
    { id: fc.option(fc.nat({ max: 2 })), result: fc.jsonValue(), error: fc.jsonValue() },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(fc.anything(), pieces), (body) => {
      const outcome = decodeReply(1, body)
      const tag = Result.isFailure(outcome) ? outcome.failure._tag : "Succeeded"
      expect(["Answered", "Malformed", "Succeeded"]).toContain(tag)
      expect(tag !== "Succeeded" || decodeWithId(body) === 1).toBe(true)
    }),
  )
})
