import { ApiError, type ApiReason, ServerRejection } from "@wmodal/api"
import { RpcError } from "@wmodal/protocol"
import { describe, expect, it } from "vitest"
import { EngineError } from "./EngineError.ts"
import { formatFlowEnglish } from "./FlowPresentation.ts"
import { getReadReason } from "./getReadReason.ts"
import { presentRead } from "./presentRead.ts"

const api = (reason: ApiReason) => new ApiError({ host: "h", call: "c", reason })
const rpc = (reason: RpcError["reason"]) => new RpcError({ method: "m", host: "h", reason })

describe("getReadReason", () => {
  it.each([
    [api({ _tag: "NoEndpoint" }), "notSupported"],
    [new EngineError({ reason: { _tag: "NotOffered", namespace: "polkadot" } }), "notSupported"],
    [api({ _tag: "Unreachable", detail: "refused" }), "unreachable"],
    [rpc({ _tag: "TimedOut", milliseconds: 1 }), "unreachable"],
    [rpc({ _tag: "BackedOff", until: 1 }), "unreachable"],
    [api({ _tag: "Status", status: 401 }), "forbidden"],
    [rpc({ _tag: "Status", status: 403 }), "forbidden"],
    [
      api({
        _tag: "Refused",
        status: 401,
        refusal: new ServerRejection({ reason: { _tag: "OriginNotAllowed" } }),
      }),
      "forbidden",
    ],
    [api({ _tag: "Status", status: 500 }), "refused"],
    [api({ _tag: "Status", status: 429 }), "refused"],
    [api({ _tag: "Malformed", field: "data" }), "malformed"],
    [rpc({ _tag: "TooLarge", limit: 1 }), "malformed"],
    [new EngineError({ reason: { _tag: "NotConnected" } }), null],
  ] as const)("returns one word for %o", (problem, reason) => {
    expect(getReadReason(problem)).toBe(reason)
  })
})

describe("presentRead of a forbidden read", () => {
  it.each([
    ["transactions", "Nothing has changed."],
    ["send", "Nothing was sent."],
  ] as const)("says who is not accepted while %s, and offers no retry", (during, so) => {
    for (const problem of [api({ _tag: "Status", status: 401 }), rpc({ _tag: "Status", status: 403 })]) {
      const { body, retryable } = presentRead(problem, during)
      expect(retryable).toBe(false)
      expect(formatFlowEnglish(body)).toMatch(/^The server does not accept this project ID .*HTTP 40[13]/)
      expect(formatFlowEnglish(body)).toContain(so)
    }
  })
})
