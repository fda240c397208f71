import { FrameError, type FrameReason } from "@wmodal/frame-rpc/host"
import { describe, expect, it } from "vitest"
import { toSendOutcome } from "../evm/evmSendOutcome.ts"
import { makeToSendOutcome } from "../solana/solanaSendOutcome.ts"
import { toFrameConnectorReason, toProviderError } from "./frameErrors.ts"

const because = (reason: FrameReason) => new FrameError({ reason })
const makeFrameError = (text: string) => because({ _tag: "Said", text })

/** Each error of a frame, its code for a dApp, and the outcome of a transaction. */
const ways: readonly (readonly [FrameError, number, "NotSent" | "Unknown"])[] = [
  [makeFrameError("User rejected the request."), 4001, "NotSent"],
  [makeFrameError("Request was aborted"), 4001, "NotSent"],
  [makeFrameError("The request was denied by somebody"), -32000, "Unknown"],
  [makeFrameError("Request rejected by the user"), 4001, "NotSent"],
  // Messages of a client for a missing reply, and of a node for a known transaction.
  [makeFrameError("Request aborted"), -32000, "Unknown"],
  [makeFrameError("Request was aborted: timeout of 10000ms exceeded"), -32000, "Unknown"],
  [makeFrameError("Request rejected: already known"), -32000, "Unknown"],
  [makeFrameError("insufficient funds for gas * price + value"), -32000, "NotSent"],
  [makeFrameError("The wallet cannot be reached"), -32000, "Unknown"],
  [makeFrameError("nonce too low"), -32000, "Unknown"],
  [makeFrameError("An error occurred"), -32000, "Unknown"],
  [makeFrameError("The network rejected it: the user is out of luck"), -32000, "Unknown"],
  [because({ _tag: "Aborted", text: "Request was aborted", reached: false }), 4001, "NotSent"],
  [because({ _tag: "Aborted", text: "Request was aborted", reached: true }), 4900, "Unknown"],
  [because({ _tag: "TimedOut" }), 4900, "Unknown"],
  [because({ _tag: "Gone" }), 4900, "Unknown"],
  [because({ _tag: "Locked" }), 4900, "Unknown"],
  [because({ _tag: "NotLoaded" }), 4100, "NotSent"],
  [because({ _tag: "NoFrame" }), 4100, "NotSent"],
  [because({ _tag: "NotAllowed", method: "eth_sign" }), 4200, "NotSent"],
  [because({ _tag: "Malformed", what: "RPC_REQUEST" }), -32603, "Unknown"],
]

describe("toProviderError", () => {
  it.each(ways)("converts %s", (error, code, left) => {
    const evm = toProviderError(error, "eth_sendTransaction")
    expect([evm.code, evm.message]).toEqual([code, error.message])
    expect(toSendOutcome(evm, "ID_AUTH")._tag).toBe(left)
  })

  // Ethereum node errors have other messages on Solana.
  it.each(ways.filter(([, code]) => code !== -32000))("converts %s, on Solana", (error, _, left) => {
    const thrown = toProviderError(error, "solana_signAndSendTransaction")
    expect(makeToSendOutcome("ID_AUTH")(thrown, "solana:signAndSendTransaction")._tag).toBe(left)
  })

  it("returns -32602 and NotSent when the request was invalid", () => {
    const thrown = toProviderError(because({ _tag: "Invalid", what: "calls" }), "eth_sendTransaction")
    expect(thrown.code).toBe(-32602)
    expect(toSendOutcome(thrown, "ID_AUTH")._tag).toBe("NotSent")
  })

  it("returns 4001 for an aborted signature and 4900 for an aborted batch", () => {
    const aborted = because({ _tag: "Aborted", text: "Request was aborted", reached: true })
    expect(toProviderError(aborted, "personal_sign").code).toBe(4001)
    expect(toProviderError(aborted, "wallet_sendCalls").code).toBe(4900)
  })

  it.each([
    [makeFrameError("User rejected the request."), { _tag: "Declined" }],
    [makeFrameError("Not signed in"), { _tag: "Failed", code: null, text: "Not signed in" }],
    [
      because({ _tag: "Aborted", text: "Something went wrong", reached: true }),
      { _tag: "Failed", code: null, text: "Something went wrong" },
    ],
    [because({ _tag: "TimedOut" }), { _tag: "Offline" }],
    [because({ _tag: "Gone" }), { _tag: "Offline" }],
    [because({ _tag: "Locked" }), { _tag: "Locked" }],
    [because({ _tag: "NotLoaded" }), { _tag: "ChunkLoadFailed" }],
    [because({ _tag: "NoFrame" }), { _tag: "ChunkLoadFailed" }],
    [because({ _tag: "NotAllowed", method: "x" }), { _tag: "Unsupported", method: "x" }],
    [because({ _tag: "Invalid", what: "a" }), { _tag: "Malformed", what: "a" }],
    [because({ _tag: "Malformed", what: "b" }), { _tag: "Malformed", what: "b" }],
  ])("returns the connector reason of %s", (error, reason) => {
    expect(toFrameConnectorReason(error)).toEqual(reason)
  })
})
