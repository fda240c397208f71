import { ConnectorError } from "@wmodal/chains"
import { EngineError, OptionsError, RestoreError } from "@wmodal/core"
import { RpcError } from "@wmodal/protocol"
import { describe, expect, it } from "vitest"
import { CliError } from "./CliError.ts"
import { exitCodes } from "./exitCodes.ts"
import { exitOf, type Failure } from "./exitOf.ts"
import { reportText } from "./Report.ts"
import { reportOf, undertakingOf } from "./reportOf.ts"

const connector = (reason: ConnectorError["reason"]) => new ConnectorError({ connectorId: "dev", reason })
const engine = (reason: EngineError["reason"]) => new EngineError({ reason })
const restore = (reason: RestoreError["reason"]) =>
  new RestoreError({ connectorId: "dev", walletName: "Dev wallet", reason })
const rpc = (reason: RpcError["reason"]) => new RpcError({ method: "eth_call", host: "node.example", reason })
const cli = (reason: CliError["reason"]) => new CliError({ reason })

const cases: readonly (readonly [number, Failure])[] = [
  [2, cli({ _tag: "Usage", message: "m", hint: null })],
  [3, cli({ _tag: "Config", message: "m", hint: "h" })],
  [10, cli({ _tag: "NotConnected" })],
  [4, connector({ _tag: "Declined" })],
  [1, connector({ _tag: "AlreadyAsking" })],
  [10, connector({ _tag: "Locked" })],
  [3, connector({ _tag: "NotInstalled" })],
  [1, connector({ _tag: "NotLoaded" })],
  [10, connector({ _tag: "Unauthorized" })],
  [1, connector({ _tag: "Unsupported", method: "m" })],
  [7, connector({ _tag: "Offline" })],
  [3, connector({ _tag: "NetworkNotSupported", network: "n" })],
  [1, connector({ _tag: "Malformed", what: "w" })],
  [1, connector({ _tag: "Failed", code: null, text: "t" })],
  [3, engine({ _tag: "AdapterNotFound", what: "w" })],
  [1, engine({ _tag: "DisconnectFailed" })],
  [3, engine({ _tag: "ChainNotSupported", network: "n" })],
  [3, engine({ _tag: "UnsupportedChain", network: "n" })],
  [3, engine({ _tag: "NetworkNotFound", network: "n" })],
  [10, engine({ _tag: "NotConnected" })],
  [130, engine({ _tag: "Cancelled" })],
  [1, engine({ _tag: "Unknown", detail: "d" })],
  [10, restore({ _tag: "WalletRemoved" })],
  [10, restore({ _tag: "WalletLocked" })],
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
]

describe("how a failure ends the process", () => {
  it.each(cases)("is %i", (code, failure) => {
    expect(exitCodes[exitOf(failure)]).toBe(code)
  })

  it("is told in words, without a hole left in them", () => {
    for (const [, failure] of cases) {
      const { code, hint, message } = reportOf(failure, "connect")
      expect(code).toMatch(/^[a-zA-Z]+$/)
      expect(message.length).toBeGreaterThan(0)
      expect(`${message} ${hint}`).not.toMatch(/[{}]/)
    }
  })

  it("names what was declined", () => {
    const declined = connector({ _tag: "Declined" })
    const sign = undertakingOf({ _tag: "SignTypedData", file: "-", key: noKey, yes: false })
    expect(reportOf(declined, sign).message).toBe("Signature declined")
    expect(reportOf(declined, undertakingOf({ _tag: "Switch", network: "eip155:1" })).message).toBe(
      "Switch declined",
    )
    expect(reportOf(declined, undertakingOf({ _tag: "Accounts" })).message).toBe("Connection declined")
  })

  it("is words for a person, a line of JSON for a program", () => {
    const report = reportOf(cli({ _tag: "NotConnected" }), "connect")
    expect(reportText(report, { speaks: true, format: "auto" })).toBe(
      "wmodal: No wallet is connected.\n  wmodal connect --wallet dev\n",
    )
    for (const to of [
      { speaks: false, format: "auto" },
      { speaks: true, format: "json" },
    ] as const) {
      const text = reportText(report, to)
      expect(text.endsWith("\n")).toBe(true)
      expect(JSON.parse(text)).toEqual(report)
    }
  })
})

const noKey = { account: null, keyFile: null, keystore: null, passwordFile: null }
