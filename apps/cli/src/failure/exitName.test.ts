import { ApiError } from "@wmodal/api"
import { ConnectorError, TransferRejected } from "@wmodal/chains"
import { EngineError, OptionsError, RestoreError } from "@wmodal/core"
import {
  AmbiguousToken,
  FundingError,
  RecipientError,
  SendError,
  SwapError,
  UnacknowledgedWarning,
} from "@wmodal/core/flows"
import { BroadcastError, RpcError } from "@wmodal/protocol"
import { describe, expect, it } from "vitest"
import { BatchError } from "./BatchError.ts"
import { CliError } from "./CliError.ts"
import { exitCodes } from "./exitCodes.ts"
import { type Failure, getExitName } from "./exitName.ts"
import { PartialSwapError } from "./PartialSwapError.ts"
import { formatReport } from "./Report.ts"
import { getFailureContext, toReport } from "./toReport.ts"

const connector = (reason: ConnectorError["reason"]) => new ConnectorError({ connectorId: "dev", reason })
const engine = (reason: EngineError["reason"]) => new EngineError({ reason })
const restore = (reason: RestoreError["reason"]) =>
  new RestoreError({ connectorId: "dev", walletName: "Dev wallet", reason })
const rpc = (reason: RpcError["reason"]) => new RpcError({ method: "eth_call", host: "node.example", reason })
const cli = (reason: CliError["reason"]) => new CliError({ reason })

const send = (reason: SendError["reason"]) => new SendError({ reason })
const funding = (reason: FundingError["reason"]) => new FundingError({ reason })
const swap = (reason: SwapError["reason"]) => new SwapError({ reason })
const recipient = (reason: RecipientError["reason"]) => new RecipientError({ text: "vitalik.eth", reason })
const api = (reason: ApiError["reason"]) => new ApiError({ host: "api.example", call: "/v1/x", reason })
const hash = `0x${"ab".repeat(32)}`
const broadcast = (reason: BroadcastError["reason"]) => new BroadcastError({ hash, reason })
const halfway = (itemError: PartialSwapError["itemError"], stands = true) =>
  new PartialSwapError({ approval: hash, stands, itemError: itemError })
const offline = rpc({ _tag: "Unreachable", detail: "ECONNREFUSED" })
const connecting = getFailureContext({ _tag: "Connect" })

const cases: readonly (readonly [number, Failure])[] = [
  [2, cli({ _tag: "Usage", message: "m", hint: null })],
  [3, cli({ _tag: "Config", message: "m", hint: "h" })],
  [10, cli({ _tag: "NotConnected", network: null })],
  [2, funding({ _tag: "UnknownToken", text: "DOGE" })],
  [2, funding({ _tag: "NotOffered", because: "network" })],
  [6, funding({ _tag: "UnsafeUrl", provider: "Coinbase" })],
  [9, funding({ _tag: "BuyFailed", provider: "Coinbase" })],
  [8, funding({ _tag: "BuyLate", provider: "Coinbase" })],
  [10, cli({ _tag: "SessionEnded", wallet: "Phone", by: "phone" })],
  [10, cli({ _tag: "SessionEnded", wallet: "Auth", by: "frame" })],
  [7, cli({ _tag: "NoSite", host: "site.example" })],
  [8, cli({ _tag: "NoCode", from: "code.txt" })],
  [7, cli({ _tag: "NoRelay", host: "relay.example" })],
  [8, cli({ _tag: "Busy", by: "phone" })],
  [4, connector({ _tag: "Declined" })],
  [1, connector({ _tag: "RequestPending" })],
  [10, connector({ _tag: "Locked" })],
  [3, connector({ _tag: "NotInstalled" })],
  [1, connector({ _tag: "ChunkLoadFailed" })],
  [10, connector({ _tag: "Unauthorized" })],
  [1, connector({ _tag: "Unsupported", method: "m" })],
  [7, connector({ _tag: "Offline" })],
  [3, connector({ _tag: "NetworkNotSupported", network: "n" })],
  [1, connector({ _tag: "NetworkUnchanged", network: "n" })],
  [1, connector({ _tag: "Malformed", what: "w" })],
  [1, connector({ _tag: "SignedOnChain" })],
  [6, connector({ _tag: "SignedDifferently" })],
  [8, connector({ _tag: "Expired" })],
  [3, connector({ _tag: "Refused", refusal: "projectId" })],
  [1, connector({ _tag: "Failed", code: null, text: "t" })],
  [3, engine({ _tag: "AdapterNotFound", what: "w" })],
  [3, engine({ _tag: "WalletConnectNotFound" })],
  [1, engine({ _tag: "DisconnectFailed" })],
  [3, engine({ _tag: "ChainNotSupported", network: "n" })],
  [3, engine({ _tag: "UnsupportedChain", network: "n" })],
  [3, engine({ _tag: "NetworkNotFound", network: "n" })],
  [10, engine({ _tag: "NotConnected" })],
  [130, engine({ _tag: "Cancelled" })],
  [1, engine({ _tag: "Unknown", detail: "d" })],
  [10, restore({ _tag: "WalletRemoved" })],
  [10, restore({ _tag: "WalletLocked" })],
  [10, restore({ _tag: "SessionEnded" })],
  [10, restore({ _tag: "NetworkGone", network: "n" })],
  [8, restore({ _tag: "NoAnswer" })],
  [10, restore({ _tag: "Failed", detail: "d" })],
  [3, new OptionsError({ reason: { _tag: "MissingProjectId" } })],
  [3, new OptionsError({ reason: { _tag: "NoNetworks" } })],
  [9, rpc({ _tag: "Answered", code: 3, text: "execution reverted" })],
  [7, rpc({ _tag: "Answered", code: -32000, text: "t" })],
  [7, rpc({ _tag: "Status", status: 503 })],
  [7, rpc({ _tag: "Unreachable", detail: "ECONNREFUSED" })],
  [7, rpc({ _tag: "Malformed", detail: "not JSON" })],
  [7, rpc({ _tag: "TooLarge", limit: 1 })],
  [8, rpc({ _tag: "TimedOut", milliseconds: 1 })],
  [3, rpc({ _tag: "NoEndpoint" })],
  [6, cli({ _tag: "Guard", message: "m", hint: "h" })],
  [8, cli({ _tag: "WaitedTooLong", what: hash, seconds: 5 })],
  [7, cli({ _tag: "Lost", what: hash })],
  [9, cli({ _tag: "Reverted", hash })],
  [9, cli({ _tag: "Replaced", by: hash })],
  [4, cli({ _tag: "Cancelled", by: hash })],
  [9, cli({ _tag: "Expired" })],
  [2, send({ _tag: "InvalidAmount" })],
  [5, send({ _tag: "Insufficient", of: "token" })],
  [5, send({ _tag: "Insufficient", of: "gas" })],
  [9, send({ _tag: "Reverts", text: "paused" })],
  [6, send({ _tag: "Suspicious" })],
  [6, send({ _tag: "Inscribed" })],
  [6, send({ _tag: "Kept", amount: 1n })],
  [6, send({ _tag: "Stopped", stops: [] })],
  [6, send({ _tag: "Duplicate", entry: "entry-1" })],
  [6, send({ _tag: "Changed" })],
  [2, send({ _tag: "Recipient", error: recipient({ _tag: "NotAnAddress" }) })],
  [4, send({ _tag: "Wallet", error: connector({ _tag: "Declined" }) })],
  [7, send({ _tag: "Problem", problem: offline })],
  [2, recipient({ _tag: "WrongChecksum" })],
  [2, recipient({ _tag: "OtherChain", chain: "solana" })],
  [2, recipient({ _tag: "UnknownName" })],
  [2, recipient({ _tag: "NamesUnsupported" })],
  [7, recipient({ _tag: "NameNotRead" })],
  [2, new AmbiguousToken({ symbol: "USDC", addresses: ["0x1", "0x2"] })],
  [9, new TransferRejected({ reason: { _tag: "Reverts", text: "" } })],
  [5, new TransferRejected({ reason: { _tag: "Insufficient" } })],
  [2, new TransferRejected({ reason: { _tag: "Malformed" } })],
  [1, broadcast({ _tag: "Refused", code: -32000, text: "no" })],
  [7, broadcast({ _tag: "NotSent", error: offline })],
  [7, broadcast({ _tag: "Uncertain", error: null })],
  [7, api({ _tag: "Unreachable", detail: "ECONNREFUSED" })],
  [8, api({ _tag: "TimedOut", milliseconds: 1 })],
  [3, api({ _tag: "NoEndpoint" })],
  [2, swap({ _tag: "InvalidAmount" })],
  [5, swap({ _tag: "Insufficient", of: "token" })],
  [6, swap({ _tag: "NoQuote" })],
  [7, swap({ _tag: "Failed", during: "quote", problem: offline })],
  [6, swap({ _tag: "Refused", because: "recipient" })],
  [9, swap({ _tag: "Refused", because: "reverts" })],
  [6, swap({ _tag: "Stopped", stops: [] })],
  [6, swap({ _tag: "Stale" })],
  [6, swap({ _tag: "Duplicate", entry: "entry-1" })],
  [6, swap({ _tag: "Changed" })],
  [2, swap({ _tag: "Unsupported" })],
  [4, swap({ _tag: "Wallet", error: connector({ _tag: "Declined" }) })],
  [9, swap({ _tag: "ApprovalFailed", entry: "entry-1" })],
  [6, new UnacknowledgedWarning({ dangers: [{ _tag: "Blind" }] })],
  [4, halfway(connector({ _tag: "Declined" }))],
  [6, halfway(cli({ _tag: "Guard", message: "m", hint: "h" }))],
  [5, new BatchError({ line: 3, itemError: send({ _tag: "Insufficient", of: "token" }), sent: 0 })],
]

describe("failures", () => {
  it.each(cases)("maps the failure to exit code %i", (code, failure) => {
    expect(exitCodes[getExitName(failure)]).toBe(code)
  })

  it("formats every failure as text without placeholders", () => {
    const plans = ["Connect", "Send", "Swap", "Balances", "Activity", "Watch"] as const
    for (const [, failure] of cases) {
      for (const { code, hint, message } of plans.map((_tag) =>
        toReport(failure, getFailureContext({ _tag })),
      )) {
        expect(code).toMatch(/^[a-zA-Z]+$/)
        expect(message.length).toBeGreaterThan(0)
        expect(`${message} ${hint}`).not.toMatch(/[{}]/)
      }
    }
  })

  it("names the declined action", () => {
    const declined = connector({ _tag: "Declined" })
    const sign = getFailureContext({ _tag: "SignTypedData" })
    expect(toReport(declined, sign).message).toBe("Signature declined")
    expect(toReport(declined, getFailureContext({ _tag: "Switch" })).message).toBe("Switch declined")
    expect(toReport(declined, getFailureContext({ _tag: "Accounts" })).message).toBe("Connection declined")
  })

  it("names the line of a batch and the number of sent payments", () => {
    const itemError = send({ _tag: "Insufficient", of: "token" })
    expect(
      toReport(
        new BatchError({ line: 3, itemError: itemError, sent: 2 }),
        getFailureContext({ _tag: "SendBatch" }),
      ),
    ).toMatchObject({
      code: "insufficientFunds",
      message: "Line 3: Insufficient balance",
      hint: expect.stringContaining("Payments sent before or with it: 2."),
    })
  })

  it("names the approval when the swap was not sent", () => {
    const swapping = getFailureContext({ _tag: "Swap" })
    expect(toReport(halfway(connector({ _tag: "Declined" })), swapping)).toMatchObject({
      message: "Signature declined",
      hint: `The approval is still active: ${hash}; nothing was swapped. Run the same command to swap without a new approval. To take it back: wmodal revoke ${hash}`,
      transaction: hash,
    })
    const lost = toReport(halfway(cli({ _tag: "Lost", what: "entry-1" }), false), swapping)
    expect(lost.hint).toBe(
      `The approval may have been sent: ${hash}; nothing was swapped. wmodal watch entry-1`,
    )
  })

  it("names a warning that is new since the review", () => {
    const danger = new UnacknowledgedWarning({ dangers: [{ _tag: "OtherChain", said: "137" }] })
    expect(toReport(danger, getFailureContext({ _tag: "SignTypedData" })).message).toBe("For chain 137.")
  })

  it("hints how to watch a transaction that may have been sent", () => {
    const sending = getFailureContext({ _tag: "Send" })
    const lost = toReport(cli({ _tag: "Lost", what: hash }), sending)
    expect(lost).toMatchObject({ hint: `wmodal watch ${hash}`, retryable: false })
    expect(lost.message).toContain(hash)
    const twin = toReport(send({ _tag: "Duplicate", entry: "entry-1" }), sending)
    expect(twin).toMatchObject({ code: "twin", hint: "wmodal watch entry-1", retryable: false })
    expect(toReport(swap({ _tag: "Duplicate", entry: "entry-1" }), sending).hint).toBe("wmodal watch entry-1")
  })

  it("names the chain that is not connected and the command to connect it", () => {
    const network = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp" as const
    expect(toReport(cli({ _tag: "NotConnected", network }), connecting)).toMatchObject({
      message: `No wallet is connected for ${network}.`,
      hint: `wmodal connect --wallet keys --network ${network}`,
    })
  })

  it("reports an expired transaction as retryable", () => {
    expect(toReport(cli({ _tag: "Expired" }), connecting)).toMatchObject({ code: "expired", retryable: true })
  })

  it("formats prose for users and one line of JSON for programs", () => {
    const report = toReport(cli({ _tag: "NotConnected", network: null }), connecting)
    expect(formatReport(report, { speaks: true, format: "auto" })).toBe(
      "wmodal: No wallet is connected.\n  wmodal connect --wallet keys\n",
    )
    for (const to of [
      { speaks: false, format: "auto" },
      { speaks: true, format: "json" },
    ] as const) {
      const text = formatReport(report, to)
      expect(text.endsWith("\n")).toBe(true)
      expect(JSON.parse(text)).toEqual(report)
    }
  })
})
