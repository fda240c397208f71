import { UserRejectedRequestError } from "viem"
import { describe, expect, it } from "vitest"
import { makeToSendOutcome as makeToBitcoinOutcome } from "../bitcoin/bitcoinSendOutcome.ts"
import { toSendOutcome } from "../evm/evmSendOutcome.ts"
import { makeToSendOutcome as makeToSolanaOutcome } from "../solana/solanaSendOutcome.ts"
import { toConnectorReason } from "./walletErrors.ts"

/** Each chain's outcome of a send after this error. */
const outcomes = [
  ["EVM", (thrown: unknown) => toSendOutcome(thrown, "wallet")],
  ["Solana", (thrown: unknown) => makeToSolanaOutcome("wallet")(thrown, "solana:signAndSendTransaction")],
  ["Bitcoin", (thrown: unknown) => makeToBitcoinOutcome("wallet")(thrown, "bitcoin:sendTransfer")],
] as const

/** What real wallets say when their user refuses. Sources: `walletProfiles` of `@wmodal/dev-wallet/testing`. */
const refusals = [
  "User rejected the request.",
  "MetaMask Tx Signature: User denied transaction signature.",
  "ethers-user-denied: MetaMask Tx Signature: User denied transaction signature.",
  "Ledger: User rejected action on device",
  "Ledger: User rejected the transaction",
  "Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)",
  "Error: TransportStatusError: Ledger device: UNKNOWN_ERROR (0x6985)",
  "Ledger device: Transaction rejected on device (0x5501)",
  "Action cancelled by user",
  "Transaction rejected on Trezor device",
  "User canceled",
  "user cancelled the transaction",
  "User has rejected the request",
  "The user has disapproved it.",
  "Rejected by user",
  "Rejected by the user.",
  "Request declined by user",
  "cancelled by user in wallet",
  "You declined the request in your wallet",
  "user rejected transaction",
  'user rejected action (action="sendTransaction", reason="rejected", code=ACTION_REJECTED)',
  `[ethjs-query] while formatting outputs from RPC '{"value":{"code":4001,"message":"MetaMask Tx Signature: User denied transaction signature."}}'`,
  "UserRejectedRequestError",
  "USER_REJECTED",
  "Approval Denied: Popup Closed.",
  "sign request declined",
  "用户取消",
  "用户已拒绝",
]

/** What may follow a broadcast, although it sounds like a refusal. */
const ambiguous = [
  "Request rejected",
  "Transaction rejected",
  "Transaction was rejected",
  "transaction rejected by the node",
  "Request aborted",
  "Cancelled",
  "cancel",
  "The request was denied by somebody",
  "The network rejected it: the user is out of luck",
  "Request rejected: already known",
  "nonce too low: rejected by user",
  "rejected by user operation mempool",
  "User operation rejected",
  "rejected by the user's node",
  "denied by user agent policy",
  "User rejected by the sequencer",
  "User rejected the replacement; the original is pending",
  "User cancelled, but the transaction was already submitted",
  "The user may have rejected the request",
  "User rejected or the request timed out",
  "Request timed out: rejected by user",
  "Unknown whether the user rejected it",
  "If the user rejected the request, try again",
  "The user hasn't rejected it",
  "It was not rejected by the user",
  "Ledger device: Locked device (0x5515)",
  "0x69850000000000000000000000000000000000000000000000000000000000ab",
  "Internal JSON-RPC error.",
  "An error occurred",
  "",
  "The user aborted a request.",
  "AbortError: The user aborted a request.",
  "aborted by user",
  `User cancelled waiting for confirmation of 0x${"ab".repeat(32)}`,
  "You cancelled waiting for the receipt",
  `The user aborted polling for 0x${"ab".repeat(32)}`,
  "user rejected the second transaction; the first is on its way",
  "The user canceled the speed up",
  "User denied notification permission",
  "The request is not allowed by the user agent; user denied permission",
]

/** Codes that say nothing about the user. */
const vagueCodes = [undefined, null, -32603, -32000, "-32603", 12345, 1, "UNKNOWN_ERROR", "CALL_EXCEPTION"]
const refusalCodes = [4001, "4001", 5000, 5750, "ACTION_REJECTED", "Failure_ActionCancelled", "USER_REJECTED"]

/** The forms in which an error reaches the page: plain, or wrapped by wallets and their libraries. */
const nestings: readonly (readonly [string, (error: object) => unknown])[] = [
  ["plain", (error) => error],
  ["an Error", (error) => Object.assign(new Error("Internal JSON-RPC error."), error)],
  ["data", (data) => ({ code: -32603, message: "Internal JSON-RPC error.", data })],
  ["data.originalError", (originalError) => ({ code: -32603, message: "", data: { originalError } })],
  ["cause", (cause) => new Error("Failed", { cause })],
  ["data.cause", (cause) => ({ code: -32603, data: { cause } })],
  ["cause.cause", (cause) => new Error("A", { cause: new Error("B", { cause }) })],
  ["error", (error) => ({ name: "WalletSendTransactionError", message: "Unexpected error", error })],
  ["info.error", (error) => Object.assign(new Error("could not coalesce error"), { info: { error } })],
  ["error.data.originalError", (originalError) => ({ error: { data: { originalError } } })],
  ["innerError", (innerError) => ({ message: "Transaction failed", innerError })],
]

const cases = (codes: readonly unknown[], texts: readonly string[]) =>
  codes.flatMap((code) => texts.map((message) => (code === undefined ? { message } : { code, message })))

describe.each(nestings)("toConnectorReason of an error in the form: %s", (_, wrap) => {
  it.each(outcomes)("ends a send on %s that the user refused in clear words", (_chain, toOutcome) => {
    for (const error of cases(vagueCodes, refusals))
      expect([error, toOutcome(wrap(error))]).toMatchObject([
        error,
        { _tag: "NotSent", error: { reason: { _tag: "Declined" } } },
      ])
  })

  it.each(outcomes)("ends a send on %s that the user refused by code", (_chain, toOutcome) => {
    for (const error of cases(refusalCodes, ["", "no", "Transaction rejected"]))
      expect([error, toOutcome(wrap(error))]).toMatchObject([
        error,
        { _tag: "NotSent", error: { reason: { _tag: "Declined" } } },
      ])
  })

  it.each(outcomes)("keeps a send on %s that may be on its way", (_chain, toOutcome) => {
    for (const error of cases(vagueCodes, ambiguous))
      expect([error, toOutcome(wrap(error))._tag]).toEqual([error, "Unknown"])
  })

  it.each(outcomes)("keeps a send on %s when its texts contradict each other", (_chain, toOutcome) => {
    const error = { message: "User rejected the request", cause: { message: "already known" } }
    expect(toOutcome(wrap(error))._tag).toBe("Unknown")
  })
})

describe("toConnectorReason", () => {
  it("takes a refusal for one that is thrown as a text", () => {
    for (const text of refusals) expect(toConnectorReason(text, "eth_sendTransaction")._tag).toBe("Declined")
    for (const text of ambiguous) expect(toConnectorReason(text, "eth_sendTransaction")._tag).toBe("Failed")
  })

  it("takes a contract's words for no refusal of the user", () => {
    const error = { code: -32603, message: "execution reverted: User denied by the list. Approval denied" }
    expect(toConnectorReason(error, "eth_sendTransaction")._tag).toBe("Failed")
  })

  it("reads viem's, Ledger's and Solana's errors", () => {
    const viem = new UserRejectedRequestError(new Error("MetaMask: User denied it."))
    const ledger = { name: "TransportStatusError", statusCode: 0x6985, message: "Ledger device: error" }
    for (const error of [viem, new Error("wrapped", { cause: viem }), ledger, { data: ledger }])
      expect(toConnectorReason(error, "eth_sendTransaction")._tag).toBe("Declined")
  })

  it("keeps the first code that means something, from the outside in", () => {
    const inner = { code: 4001, message: "User rejected the request." }
    for (const [code, reason] of [
      [4900, "Offline"],
      [8000, "Expired"],
      [-32002, "RequestPending"],
    ] as const)
      expect(toConnectorReason({ code, data: inner }, "eth_sendTransaction")._tag).toBe(reason)
  })

  it.each([
    { code: -32603, message: "Transaction was sent, but no receipt", data: { data: { code: 4001 } } },
    { code: -32603, message: "bundle submitted", cause: { cause: { code: 4001 } } },
    { code: -32603, message: "Failed", transactionHash: `0x${"ab".repeat(32)}`, data: { code: 4001 } },
    { code: -32603, data: { code: -32601, message: "the method eth_getTransactionReceipt does not exist" } },
    { code: -32603, error: { code: -32601, message: "eth_getUserOperationReceipt does not exist" } },
    { code: -32601, message: "the method eth_getTransactionReceipt does not exist" },
    { code: -32603, message: "Internal error", cause: { code: 4100, message: "Unauthorized" } },
    { code: -32603, message: "Internal error", data: { code: 4200 } },
    new DOMException("The user aborted a request.", "AbortError"),
    { name: "AbortError", message: "User rejected the request" },
  ])("ends no send by what a wallet met after the broadcast: %j", (thrown) => {
    for (const method of ["eth_sendTransaction", "wallet_sendCalls"])
      expect(toConnectorReason(thrown, method)._tag).toBe("Failed")
    for (const [, toOutcome] of outcomes) expect(toOutcome(thrown)._tag).toBe("Unknown")
  })

  it("ends no send by the loss of the extension, which may have received it", () => {
    for (const thrown of [new Error("Extension context invalidated."), "Extension context invalidated."]) {
      for (const method of ["eth_sendTransaction", "wallet_sendCalls", "solana:signAndSendTransaction"])
        expect(toConnectorReason(thrown, method)._tag).toBe("Offline")
      for (const [, toOutcome] of outcomes) expect(toOutcome(thrown)._tag).toBe("Unknown")
    }
  })

  it("tells a batch that the node behind the wallet does not know", () => {
    const data = { code: -32601, message: "the method wallet_sendCalls does not exist/is not available" }
    expect(toConnectorReason({ code: -32603, data }, "wallet_sendCalls")._tag).toBe("Unsupported")
  })

  it("ends on errors that wrap themselves, and on members that throw", () => {
    const own: { cause?: unknown } = {}
    own.cause = own
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error("odd")
        },
      },
    )
    const endless = new Proxy({}, { get: (_, name): unknown => (name === "cause" ? endless : {}) })
    for (const error of [own, hostile, endless, { cause: endless }])
      expect(toConnectorReason(error, "eth_sendTransaction")).toEqual({
        _tag: "Failed",
        code: null,
        text: "",
      })
  })

  it.each([
    ["Cancelled", "Declined"],
    ["Request rejected", "Declined"],
    ["Approval Denied", "Declined"],
    ["Popup closed", "Declined"],
    ["User closed modal", "Declined"],
    ["Already processing eth_requestAccounts. Please wait.", "RequestPending"],
    [
      "Request of type 'wallet_requestPermissions' already pending for origin https://a.example.",
      "RequestPending",
    ],
    ["The wallet is locked", "Locked"],
    ["KeyringController - The operation cannot be completed while the controller is locked.", "Locked"],
    ["Ledger device: Locked device (0x5515)", "Locked"],
    ["MetaMask: Disconnected from MetaMask background. Page reload required.", "Offline"],
    ["Could not establish connection. Receiving end does not exist.", "Offline"],
    ["Extension context invalidated.", "NotInstalled"],
    ["the method wallet_revokePermissions does not exist/is not available", "Unsupported"],
    ["Unsupported method: wallet_getCapabilities", "Unsupported"],
    ["Method not supported", "Unsupported"],
    ["Something went wrong", "Failed"],
  ])("reads '%s' without a code as %s where nothing is sent", (message, tag) => {
    for (const code of [undefined, -32603, -32000])
      for (const method of ["eth_requestAccounts", "personal_sign", "solana:signMessage", "bitcoin:connect"])
        expect(toConnectorReason({ code, message }, method)._tag).toBe(tag)
  })
})
