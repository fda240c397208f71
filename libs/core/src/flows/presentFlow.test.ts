import { ApiError, type ApiReason, type RejectionReason, ServerRejection } from "@wmodal/api"
import { ConnectorError, type ConnectorReason, RequestTooLong, TransferRejected } from "@wmodal/chains"
import { BroadcastError, RpcError } from "@wmodal/protocol"
import { describe, expect, it } from "vitest"
import { AmbiguousToken } from "../holdings/AmbiguousToken.ts"
import { EngineError } from "../problems/EngineError.ts"
import { formatFlowEnglish } from "../problems/FlowPresentation.ts"
import { FundingError, type FundingReason } from "../problems/FundingError.ts"
import type { FlowProblemContext } from "../problems/presentRead.ts"
import { RecipientError } from "../recipients/Recipients.ts"
import { SendError, type SendReason } from "../send/Send.ts"
import type { FlowProblem } from "./FlowProblem.ts"
import { presentFlow } from "./presentFlow.ts"

const wallet = (reason: ConnectorReason) => new ConnectorError({ connectorId: "w", reason })
const engine = (reason: EngineError["reason"]) => new EngineError({ reason })
const rpc = (reason: RpcError["reason"]) => new RpcError({ method: "eth_call", host: "h", reason })
const api = (reason: ApiReason) => new ApiError({ host: "h", call: "/v1/x", reason })
const refusal = (tag: RejectionReason["_tag"]) =>
  api({ _tag: "Refused", status: 401, refusal: new ServerRejection({ reason: { _tag: tag } }) })
const send = (reason: SendReason) => new SendError({ reason })
const funding = (reason: FundingReason) => new FundingError({ reason })
const chain = (reason: TransferRejected["reason"]) => new TransferRejected({ reason })
const broadcast = (reason: BroadcastError["reason"]) => new BroadcastError({ hash: "0x1", reason })
const recipient = (reason: RecipientError["reason"]) => new RecipientError({ text: "ann.eth", reason })
const refused = { _tag: "Refused", code: -32000, text: "no" } as const

const walletReasons: readonly (readonly [ConnectorReason, code: string])[] = [
  [{ _tag: "RequestPending" }, "alreadyAsking"],
  [{ _tag: "Locked" }, "walletLocked"],
  [{ _tag: "NotInstalled" }, "notInstalled"],
  [{ _tag: "ChunkLoadFailed" }, "notLoaded"],
  [{ _tag: "Unauthorized" }, "unauthorized"],
  [{ _tag: "Unsupported", method: "eth_signTransaction" }, "unsupportedMethod"],
  [{ _tag: "Offline" }, "walletOffline"],
  [{ _tag: "NetworkNotSupported", network: "Base" }, "chainNotSupported"],
  [{ _tag: "NetworkUnchanged", network: "Base" }, "networkUnchanged"],
  [{ _tag: "Malformed", what: "x" }, "walletMalformed"],
  [{ _tag: "SignedDifferently" }, "walletAltered"],
  [{ _tag: "Expired" }, "expired"],
  [{ _tag: "Refused", refusal: "time" }, "wrongTime"],
  [{ _tag: "Failed", code: 1, text: "no" }, "walletFailed"],
  [{ _tag: "Failed", code: 1, text: "" }, "walletFailed"],
]

const cases: readonly (readonly [FlowProblem, title: string, code: string, during?: FlowProblemContext])[] = [
  [send({ _tag: "InvalidAmount" }), "Incorrect amount", "invalidAmount"],
  [send({ _tag: "Insufficient", of: "token" }), "Insufficient balance", "insufficientFunds"],
  [send({ _tag: "Insufficient", of: "gas" }), "Insufficient balance", "insufficientFunds"],
  [send({ _tag: "Reverts", text: "" }), "This payment would fail", "reverts"],
  [send({ _tag: "Reverts", text: "paused" }), "This payment would fail", "reverts"],
  [send({ _tag: "Inscribed" }), "This address holds your ordinals", "inscribed"],
  [send({ _tag: "Suspicious" }), "This payment does more than you requested", "suspicious"],
  [send({ _tag: "Stopped", stops: [] }), "Confirm the recipient first", "stopped"],
  [send({ _tag: "Duplicate", entry: "1" }), "This may already be pending", "twin"],
  [send({ _tag: "Changed" }), "The account or network has changed", "changed"],
  [send({ _tag: "Incomplete" }), "Incorrect amount", "invalidAmount"],
  [funding({ _tag: "InvalidAmount" }), "Incorrect amount", "invalidAmount"],
  [funding({ _tag: "UnknownToken", text: "DOGE" }), "No such token", "unknownToken"],
  [funding({ _tag: "NoRequests", network: "Polkadot" }), "No requests with an amount", "noRequests"],
  [funding({ _tag: "NotOffered", because: "region" }), "Nothing is for sale here", "notForSale"],
  [
    funding({ _tag: "UnsafeUrl", provider: "Coinbase" }),
    "The page of the provider was not opened",
    "unsafePage",
  ],
  [funding({ _tag: "BuyFailed", provider: "Coinbase" }), "The purchase failed", "purchaseFailed"],
  [funding({ _tag: "BuyLate", provider: "Coinbase" }), "Nothing has arrived yet", "purchaseLate"],
  [send({ _tag: "NotRaised", text: "" }), "Fee not increased", "notRaised"],
  [send({ _tag: "NotRaised", text: "Too little is left." }), "Fee not increased", "notRaised"],
  [
    send({ _tag: "Recipient", error: recipient({ _tag: "UnknownName" }) }),
    "Error resolving name",
    "unknownName",
  ],
  [send({ _tag: "Problem", problem: rpc({ _tag: "NoEndpoint" }) }), "Something went wrong", "rpcFailed"],
  [send({ _tag: "Wallet", error: wallet({ _tag: "Declined" }) }), "Signature declined", "declined"],
  ...walletReasons.map(
    ([reason, code]) =>
      [send({ _tag: "Wallet", error: wallet(reason) }), "Something went wrong", code] as const,
  ),
  [wallet({ _tag: "Declined" }), "Signature declined", "declined", "sign"],
  [engine({ _tag: "NotConnected" }), "CaipNetwork or CaipAddress is undefined", "notConnected"],
  [engine({ _tag: "UnsupportedChain", network: "eip155:9" }), "Unsupported chain", "unsupportedChain"],
  [engine({ _tag: "Unknown", detail: "x" }), "Something went wrong", "unknown"],
  [engine({ _tag: "Unknown", detail: "x" }), "Unknown error", "unknown", "balance"],
  [engine({ _tag: "AdapterNotFound", what: "x" }), "Adapter not found", "adapterNotFound"],
  [engine({ _tag: "WalletConnectNotFound" }), "WalletConnectConnector not found", "walletConnectNotFound"],
  [engine({ _tag: "DisconnectFailed" }), "Failed to disconnect", "disconnectFailed"],

  [chain({ _tag: "Reverts", text: "paused" }), "This payment would fail", "reverts"],
  [chain({ _tag: "Insufficient" }), "Insufficient balance", "insufficientFunds"],
  [chain({ _tag: "Kept", amount: 17_000n }), "Small coins are kept", "inscribed"],
  [chain({ _tag: "Malformed" }), "Not a signed transaction", "malformedTransaction"],
  [chain({ _tag: "NoFeeRate" }), "No fee estimate", "noFeeRate"],

  [recipient({ _tag: "NotAnAddress" }), "Not a valid address or name", "notAnAddress"],
  [recipient({ _tag: "WrongChecksum" }), "This address has a typo", "wrongChecksum"],
  [recipient({ _tag: "OtherChain", chain: "Solana" }), "This address belongs to another chain", "otherChain"],
  [
    recipient({ _tag: "OtherChain", chain: "Solana", isLink: true }),
    "This payment link is for another network",
    "otherChain",
  ],
  [
    recipient({ _tag: "Link", problem: { _tag: "Required", name: "req-x" } }),
    "This payment link cannot be paid",
    "linkRefused",
  ],
  [
    recipient({ _tag: "Link", problem: { _tag: "Parameter", name: "memo" } }),
    "This payment link cannot be paid",
    "linkRefused",
  ],
  [
    recipient({ _tag: "Link", problem: { _tag: "Call", name: "approve" } }),
    "This payment link cannot be paid",
    "linkRefused",
  ],
  [
    recipient({
      _tag: "Link",
      problem: {
        _tag: "TransactionRequest",
        namespace: "solana",
        host: "shop.example",
        url: "https://shop.example",
      },
    }),
    "This payment link cannot be paid",
    "linkRefused",
  ],
  [
    recipient({
      _tag: "Link",
      problem: { _tag: "TransactionRequest", namespace: "solana", host: "", url: null },
    }),
    "This payment link cannot be paid",
    "linkRefused",
  ],
  [
    recipient({ _tag: "ServerChooses", host: "shop.example" }),
    "The payment link is for another payment",
    "linkContradiction",
  ],
  [recipient({ _tag: "UnknownToken", token: "0x1" }), "This payment link cannot be paid", "linkRefused"],
  [
    recipient({ _tag: "Contradiction", requested: "5 USDC", entered: "5 ETH" }),
    "The payment link is for another payment",
    "linkContradiction",
  ],
  [recipient({ _tag: "UnknownName" }), "Error resolving name", "unknownName"],
  [recipient({ _tag: "NamesUnsupported" }), "Error resolving name", "namesUnsupported"],
  [recipient({ _tag: "NameNotRead" }), "Error resolving name", "nameNotRead"],

  [broadcast(refused), "Rejected by the network", "broadcastRefused"],
  [
    broadcast({ _tag: "NotSent", error: rpc({ _tag: "NoEndpoint" }) }),
    "Something went wrong",
    "rpcFailed",
    "look",
  ],
  [broadcast({ _tag: "Uncertain", error: null }), "It may have been sent", "broadcastUncertain"],

  [rpc({ _tag: "NoEndpoint" }), "Token Balance Unavailable", "rpcFailed", "balance"],
  [rpc({ _tag: "NoEndpoint" }), "Failed to fetch transactions", "rpcFailed", "transactions"],
  [rpc({ _tag: "NoEndpoint" }), "Could not check the transaction", "rpcFailed", "look"],
  [api({ _tag: "NoEndpoint" }), "Failed to fetch transactions", "apiFailed", "transactions"],
  [api({ _tag: "Status", status: 503 }), "Token Balance Unavailable", "apiFailed", "balance"],
  [refusal("OriginNotAllowed"), "Invalid App Configuration", "originNotAllowed"],
  [refusal("TokenNotYetValid"), "Session Expired", "sessionExpired"],
  [refusal("InvalidKey"), "Invalid Project ID", "invalidKey"],
  [new RequestTooLong({ what: "lines", count: 1_213, most: 1_000 }), "Too long to review", "requestTooLong"],
  [new RequestTooLong({ what: "transactions", count: 21, most: 20 }), "Too long to review", "requestTooLong"],
  [
    new RequestTooLong({ what: "bytes", count: 131_073, most: 131_072 }),
    "Too long to review",
    "requestTooLong",
  ],
  [new RequestTooLong({ what: "commands", count: 65, most: 64 }), "Too long to review", "requestTooLong"],
  [new RequestTooLong({ what: "outcomes", count: 9, most: 8 }), "Too long to review", "requestTooLong"],
  [
    new AmbiguousToken({ symbol: "USDC", addresses: ["0x1", "0x2"] }),
    "Several tokens have this symbol",
    "ambiguousToken",
  ],
]

describe("presentFlow", () => {
  for (const [problem, title, code, during] of cases)
    it(`presents ${problem._tag} as '${title}' (${code})`, () => {
      const told = presentFlow(problem, during)
      expect(formatFlowEnglish(told.title)).toBe(title)
      expect(told.code).toBe(code)
      expect(told.retryable).toBe(told.kind === "transient")
      // Every placeholder is filled, and the text fits a small screen.
      expect(formatFlowEnglish(told.body)).not.toMatch(/[{}]/)
      expect(formatFlowEnglish(told.body).length).toBeLessThan(160)
    })

  it.each([
    "This payment would fail",
    "Insufficient balance",
    "Signature declined",
    "Something went wrong",
    "The account or network has changed",
  ])("reports for '%s' that nothing was sent", (title) => {
    const told = cases.filter(
      ([problem, its]) =>
        its === title && (problem._tag === "SendError" || problem._tag === "TransferRejected"),
    )
    expect(told.length).toBeGreaterThan(0)
    for (const [problem] of told)
      expect(formatFlowEnglish(presentFlow(problem).body)).toMatch(/Nothing was sent|Nothing new was sent/)
  })

  it("describes an invalid amount with the well-known text", () => {
    expect(formatFlowEnglish(presentFlow(send({ _tag: "InvalidAmount" })).body)).toBe(
      "Please enter a valid amount",
    )
  })

  it("describes a failure to send on Solana with the well-known text, and the reason", () => {
    const failed = (reason: SendReason) => {
      const { title, body } = presentFlow(new SendError({ reason, chain: "solana" }))
      return [formatFlowEnglish(title), formatFlowEnglish(body)]
    }
    const words = "Failed to send transaction. Please try again."
    expect(failed({ _tag: "Wallet", error: wallet({ _tag: "Failed", code: null, text: "no" }) })).toEqual([
      words,
      "Your wallet reported: no. Nothing was sent. You can try again.",
    ])
    const expired = broadcast({ ...refused, text: "Blockhash not found" })
    expect(failed({ _tag: "Problem", problem: expired })).toEqual([
      words,
      "It reported: Blockhash not found. Nothing was sent. Sign a new transaction.",
    ])
    expect(failed({ _tag: "Problem", problem: rpc({ _tag: "TimedOut", milliseconds: 1 }) })[0]).toBe(words)
    expect(failed({ _tag: "Wallet", error: wallet({ _tag: "Declined" }) })[0]).toBe("Signature declined")
    expect(failed({ _tag: "Insufficient", of: "token" })[0]).toBe("Insufficient balance")
    expect(failed({ _tag: "Incomplete" })[1]).toBe("Please enter a valid amount and receiver address")
  })

  it.each([-32_600, -32_602])("never offers again what a wallet refuses as invalid, by code %i", (code) => {
    const error = wallet({ _tag: "Failed", code, text: "Invalid params: no primary type" })
    for (const problem of [error, send({ _tag: "Wallet", error })])
      expect(presentFlow(problem, "sign")).toMatchObject({ kind: "blocked", retryable: false })
    expect(formatFlowEnglish(presentFlow(send({ _tag: "Wallet", error })).body)).toContain("Nothing was sent")
  })

  it("names an unknown name exactly, with what joins its emoji", () => {
    const text = "\u{1F468}\u200D\u{1F3A4}.eth"
    for (const tag of ["UnknownName", "NameNotRead"] as const) {
      const { body } = presentFlow(new RecipientError({ text, reason: { _tag: tag } }))
      expect(formatFlowEnglish(body)).toContain(text)
    }
  })

  it("adds no second full stop to external sentences", () => {
    const text = "The minimum amount is 546 satoshis."
    for (const problem of [send({ _tag: "Reverts", text }), send({ _tag: "NotRaised", text })])
      expect(formatFlowEnglish(presentFlow(problem).body)).toMatch(/546 satoshis\. Nothing/)
    for (const said of ["Could not submit the transaction.", "Could not submit the transaction. ", "no!"]) {
      const problems = [
        broadcast({ ...refused, text: said }),
        wallet({ _tag: "Failed", code: null, text: said }),
        send({ _tag: "Wallet", error: wallet({ _tag: "Failed", code: null, text: said }) }),
      ]
      for (const problem of problems)
        expect(formatFlowEnglish(presentFlow(problem).body)).toMatch(/(?:transaction|no)\. Nothing/)
    }
  })

  it("reports for a failed fee bump that nothing more was sent", () => {
    for (const text of ["", "Too little is left."])
      expect(formatFlowEnglish(presentFlow(send({ _tag: "NotRaised", text })).body)).toContain(
        "Nothing new was sent",
      )
  })

  it("shows a status by its number", () => {
    const { body } = presentFlow(api({ _tag: "Status", status: 503 }), "transactions")
    expect(formatFlowEnglish(body)).toBe("HTTP status code 503")
    expect(formatFlowEnglish(presentFlow(rpc({ _tag: "Status", status: 429 })).body)).toMatch(
      /^HTTP status code 429\b/,
    )
  })

  const notRead: readonly (RpcError["reason"] & ApiReason)[] = [
    { _tag: "Status", status: 503 },
    { _tag: "Unreachable", detail: "" },
    { _tag: "TooLarge", limit: 1 },
    { _tag: "TimedOut", milliseconds: 1 },
    { _tag: "BackedOff", until: 0 },
    { _tag: "BudgetExhausted" },
    { _tag: "NoEndpoint" },
  ]

  it.each(notRead)("reports for a payment with a failed read that nothing was sent: %s", (reason) => {
    for (const problem of [rpc(reason), api(reason)]) {
      expect(formatFlowEnglish(presentFlow(problem, "send").body)).toContain("Nothing was sent")
      expect(formatFlowEnglish(presentFlow(problem, "balance").body)).not.toContain("sent")
    }
  })

  it.each([
    { _tag: "NotConnected" },
    { _tag: "UnsupportedChain", network: "eip155:9" },
    { _tag: "Unknown", detail: "x" },
  ] as const)("reports for a payment that the engine refuses that nothing was sent: %s", (reason) => {
    expect(formatFlowEnglish(presentFlow(send({ _tag: "Problem", problem: engine(reason) })).body)).toContain(
      "Nothing was sent",
    )
  })

  it("never reports a possibly sent payment as unsent, and offers only a lookup", () => {
    const told = presentFlow(broadcast({ _tag: "Uncertain", error: null }))
    expect(formatFlowEnglish(told.body)).not.toContain("Nothing was sent")
    expect(told.action).toBe("checkAgain")
    expect(presentFlow(send({ _tag: "Duplicate", entry: "1" })).action).toBe("checkAgain")
  })

  it("sanitizes external text: one line, without control or bidi characters", () => {
    const hostile = "a\u202eb\nc\u0000"
    for (const problem of [
      broadcast({ ...refused, text: hostile }),
      new RecipientError({ text: hostile, reason: { _tag: "UnknownName" } }),
      recipient({ _tag: "OtherChain", chain: hostile }),
    ])
      expect(formatFlowEnglish(presentFlow(problem).body)).not.toMatch(/\p{C}/u)
  })
})
