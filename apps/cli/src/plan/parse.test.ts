import { beforeAll, describe, expect, it, vi } from "vitest"
import type { ParsedCommandLine } from "./CommandPlan.ts"
import { parse } from "./parse.ts"

beforeAll(() => {
  vi.stubGlobal("__WMODAL_VERSION__", "1.2.3")
})

const parseLine = (text: string): ParsedCommandLine => parse(text.split(" ").filter((word) => word !== ""))

const parsePlan = (text: string) => {
  const parsed = parseLine(text)
  return parsed._tag === "Run" ? parsed.plan : parsed
}

const parseShared = (text: string) => {
  const parsed = parseLine(text)
  return parsed._tag === "Run" ? parsed.shared : parsed
}

const noKey = { account: null, keyFile: null, keystore: null, passwordFile: null }

const noSignIn = { email: null, otpFile: null, accountType: null }

const waiting = { confirmations: 1, seconds: 300 }
const flags = {
  key: noKey,
  yes: false,
  dryRun: false,
  signOnly: false,
  waiting,
  maxUsd: null,
  confirm: [],
}
const { signOnly: _none, ...spending } = flags
const swapping = { ...spending, slippage: 1 }
const nothing = { amount: null, token: null, to: null }

describe("parse", () => {
  it.each([
    [
      "connect",
      {
        _tag: "Connect",
        wallet: null,
        namespace: null,
        key: noKey,
        smartAccount: false,
        signIn: noSignIn,
        confirm: [],
        yes: false,
      },
    ],
    [
      "connect --wallet dev --account 2 --smart-account -y",
      {
        _tag: "Connect",
        wallet: "dev",
        namespace: null,
        key: { ...noKey, account: 2 },
        smartAccount: true,
        signIn: noSignIn,
        confirm: [],
        yes: true,
      },
    ],
    [
      "connect --wallet walletconnect --namespace eip155",
      {
        _tag: "Connect",
        wallet: "walletconnect",
        namespace: "eip155",
        key: noKey,
        smartAccount: false,
        signIn: noSignIn,
        confirm: [],
        yes: false,
      },
    ],
    [
      "connect --wallet dev --namespace solana",
      {
        _tag: "Connect",
        wallet: "dev",
        namespace: "solana",
        key: noKey,
        smartAccount: false,
        signIn: noSignIn,
        confirm: [],
        yes: false,
      },
    ],
    [
      "connect --keystore k.json --password-file -",
      {
        _tag: "Connect",
        wallet: null,
        namespace: null,
        key: { ...noKey, keystore: "k.json", passwordFile: "-" },
        smartAccount: false,
        signIn: noSignIn,
        confirm: [],
        yes: false,
      },
    ],
    [
      "connect --wallet frame --email you@example.com --otp-file - --account smart",
      {
        _tag: "Connect",
        wallet: "frame",
        namespace: null,
        key: noKey,
        smartAccount: false,
        signIn: { email: "you@example.com", otpFile: "-", accountType: "smartAccount" },
        confirm: [],
        yes: false,
      },
    ],
    ["switch --account eoa", { _tag: "Switch", network: null, accountType: "eoa" }],
    ["switch eip155:1 --account smart", { _tag: "Switch", network: "eip155:1", accountType: "smartAccount" }],
    ["accounts", { _tag: "Accounts" }],
    ["balances", { _tag: "Balances" }],
    [
      "raise 04ee1ea737e5 --account 1 -y --wait none",
      {
        _tag: "Raise",
        what: "04ee1ea737e5",
        flags: { key: { ...noKey, account: 1 }, yes: true, waiting: { confirmations: 0, seconds: 300 } },
      },
    ],
    ["activity", { _tag: "Activity", limit: 25 }],
    ["receive", { _tag: "Receive", amount: null, token: null, qr: false }],
    ["buy 100 USD", { _tag: "Buy", amount: "100", currency: "USD", token: null, provider: null, wait: true }],
    [
      "buy 50.50 eur --token ETH --provider meld --no-wait",
      { _tag: "Buy", amount: "50.50", currency: "eur", token: "ETH", provider: "meld", wait: false },
    ],
    ["receive 1.5 USDC --qr", { _tag: "Receive", amount: "1.5", token: "USDC", qr: true }],
    ["activity --limit 3", { _tag: "Activity", limit: 3 }],
    [
      "send 0.5 ETH vitalik.eth",
      { _tag: "Send", payment: { amount: "0.5", token: "ETH", to: "vitalik.eth" }, flags },
    ],
    ["send", { _tag: "Send", payment: nothing, flags }],
    [
      "send solana:9Tj3?amount=0.1&memo=7",
      { _tag: "Send", payment: { ...nothing, to: "solana:9Tj3?amount=0.1&memo=7" }, flags },
    ],
    [
      "send 0.5 solana:9Tj3?memo=7",
      { _tag: "Send", payment: { amount: "0.5", token: null, to: "solana:9Tj3?memo=7" }, flags },
    ],
    [
      "send 5 SOL bitcoin:1?amount=1",
      { _tag: "Send", payment: { amount: "5", token: "SOL", to: "bitcoin:1?amount=1" }, flags },
    ],
    [
      "send max USDC 0x1 -y --max-usd 99.50 --wait none --timeout 5 --confirm 0x1 --confirm 0x2",
      {
        _tag: "Send",
        payment: { amount: "max", token: "USDC", to: "0x1" },
        flags: {
          ...flags,
          yes: true,
          maxUsd: "99.50",
          waiting: { confirmations: 0, seconds: 5 },
          confirm: ["0x1", "0x2"],
        },
      },
    ],
    [
      "send .5 USDC 0x1 --sign-only --wait 12 --account 1",
      {
        _tag: "Send",
        payment: { amount: ".5", token: "USDC", to: "0x1" },
        flags: {
          ...flags,
          key: { ...noKey, account: 1 },
          signOnly: true,
          waiting: { confirmations: 12, seconds: 300 },
        },
      },
    ],
    ["send - --dry-run", { _tag: "SendBatch", flags: { ...flags, dryRun: true } }],
    [
      "swap 100 USDC DAI",
      { _tag: "Swap", swap: { amount: "100", from: "USDC", to: "DAI" }, flags: swapping },
    ],
    ["swap", { _tag: "Swap", swap: { amount: null, from: null, to: null }, flags: swapping }],
    [
      "swap 0.5 ETH 0x1 --slippage 0.25 --dry-run --max-usd 5 --confirm 23.4 --confirm untried --wait none",
      {
        _tag: "Swap",
        swap: { amount: "0.5", from: "ETH", to: "0x1" },
        flags: {
          ...swapping,
          slippage: 0.25,
          dryRun: true,
          maxUsd: "5",
          confirm: ["23.4", "untried"],
          waiting: { confirmations: 0, seconds: 300 },
        },
      },
    ],
    ["watch 0xabcdefab", { _tag: "Watch", what: "0xabcdefab", waiting }],
    ["broadcast - --wait mined", { _tag: "Broadcast", waiting }],
    ["networks", { _tag: "Networks" }],
    [
      "networks add eip155:31337 --rpc http://127.0.0.1:8545 --name Local --symbol TST --decimals 6",
      { _tag: "NetworksAdd", network: "eip155:31337", name: "Local", symbol: "TST", decimals: 6 },
    ],
    ["networks remove eip155:31337", { _tag: "NetworksRemove", network: "eip155:31337" }],
    ["switch eip155:137", { _tag: "Switch", network: "eip155:137", accountType: null }],
    [
      "sign message hello --confirm blind",
      { _tag: "SignMessage", text: "hello", key: noKey, confirm: ["blind"], yes: false },
    ],
    ["sign message", { _tag: "SignMessage", text: "-", key: noKey, confirm: [], yes: false }],
    [
      "sign typed-data data.json --yes --confirm 0x1",
      { _tag: "SignTypedData", file: "data.json", key: noKey, confirm: ["0x1"], yes: true },
    ],
    ["disconnect", { _tag: "Disconnect", namespace: null }],
    ["disconnect --namespace eip155", { _tag: "Disconnect", namespace: "eip155" }],
    ["doctor", { _tag: "Doctor" }],
    ["csp", { _tag: "Csp", networks: [], scripts: [], images: [], servers: [], form: "value" }],
    ["csp --header", { _tag: "Csp", networks: [], scripts: [], images: [], servers: [], form: "header" }],
    [
      "csp eip155:1 eip155:10 --script-src https://a --script-src https://b --img-src https://c --connect-src https://d --meta",
      {
        _tag: "Csp",
        networks: ["eip155:1", "eip155:10"],
        scripts: ["https://a", "https://b"],
        images: ["https://c"],
        servers: ["https://d"],
        form: "meta",
      },
    ],
    ["mock", { _tag: "Mock", port: 4174, scenario: null, log: null }],
    ["mock --port 0 --json", { _tag: "Mock", port: 0, scenario: null, log: null }],
    ["mock --scenario s.json --log l", { _tag: "Mock", port: 4174, scenario: "s.json", log: "l" }],
  ])("parses %s", (text, plan) => {
    expect(parsePlan(text)).toEqual(plan)
  })

  it("parses the shared options before and after the command", () => {
    const shared = {
      format: "json",
      debug: true,
      projectId: "p",
      endpoints: "-",
      relay: "wss://r",
      network: "eip155:10",
      rpc: [{ network: "eip155:10", url: "http://a" }],
    }
    const flags =
      "--json --debug --project-id p --endpoints - --relay wss://r --network eip155:10 --rpc eip155:10=http://a"
    expect(parseShared(`${flags} accounts`)).toEqual(shared)
    expect(parseShared(`accounts ${flags}`)).toEqual(shared)
  })

  it("uses the last node of a network and assigns a bare address to the command's network", () => {
    expect(parseShared("accounts --rpc eip155:1=http://a --rpc eip155:1=http://b?x=1")).toMatchObject({
      rpc: [{ network: "eip155:1", url: "http://b?x=1" }],
    })
    expect(parseShared("accounts --network eip155:5 --rpc http://a")).toMatchObject({
      rpc: [{ network: "eip155:5", url: "http://a" }],
    })
    for (const text of ["send 1 ETH 0x1", "watch 0xabcdefab", "broadcast -"]) {
      expect(parseShared(`${text} --chain eip155:5`)).toMatchObject({ network: "eip155:5" })
    }
    expect(parseShared("connect --chain eip155:5 --rpc http://a")).toMatchObject({
      network: "eip155:5",
      rpc: [{ network: "eip155:5", url: "http://a" }],
    })
  })

  it.each([
    ["frobnicate", /frobnicate/],
    ["sign", /wmodal --help|Missing command/],
    ["switch", /caip2/],
    ["switch mainnet", /mainnet.*eip155:1/],
    ["switch cosmos:hub", /cosmos:hub/],
    ["disconnect --namespace cosmos", /cosmos.*eip155/],
    ["mock --port 65536", /65535/],
    ["mock --port x", /65535/],
    ["connect --wallet ledger", /keys, walletconnect, frame, dev/],
    ["connect --email you", /you@example\.com/],
    ["connect --account smarter", /eoa, smart/],
    ["switch --account 1", /eoa, smart/],
    ["sign message hello --account smart", /whole number/],
    ["accounts --relay http://a", /ws: or wss:/],
    ["accounts --relay ws://", /ws: or wss:/],
    ["connect --account -1", /account/],
    ["connect --account 1 --key-file k", /cannot be used with/],
    ["connect --keystore a --key-file b", /cannot be used with/],
    ["accounts --json --jsonl", /cannot be used with/],
    ["accounts --rpc http://a", /names no network/],
    ["accounts --rpc eip155:1=ftp://a", /http/],
    ["networks add eip155:5", /--rpc/],
    ["networks add eip155:5 --rpc eip155:6=http://a", /--rpc/],
    ["send 1,5 ETH 0x1", /1\.5/],
    ["send -1 ETH 0x1", /-1/],
    ["send 1e3 ETH 0x1", /1\.5/],
    ["send 1 ETH 0x1 extra", /arguments/],
    ["send - ETH", /stdin/],
    ["send ethereum:0x1 ETH", /stands alone/],
    ["send 5 ethereum:0x1 0x1", /stands alone/],
    ["send - --sign-only", /--sign-only/],
    ["send 1 ETH 0x1 --sign-only --dry-run", /cannot be used with/],
    ["send 1 ETH 0x1 --wait soon", /none, mined/],
    ["send 1 ETH 0x1 --wait 0", /from 1 to 1000/],
    ["send 1 ETH 0x1 --max-usd ten", /99\.50/],
    ["send 1 ETH 0x1 --timeout 0", /from 1/],
    ["swap most ETH USDC", /1\.5/],
    ["swap 1 ETH USDC --slippage 0", /above 0 and at most 50/],
    ["swap 1 ETH USDC --slippage 50.01", /at most 50/],
    ["swap 1 ETH USDC --slippage 0.001", /0\.5/],
    ["swap 1 ETH USDC DAI", /arguments/],
    ["activity --limit 0", /from 1/],
    ["receive max", /1\.5/],
    ["buy 100", /currency/],
    ["buy much USD", /1\.5/],
    ["buy 100 USD --provider paypal", /coinbase, meld/],
    ["receive -1 ETH", /-1/],
    ["receive 1 ETH 2", /arguments/],
    ["watch", /hash/],
    ["watch 0x", /hash/],
    ["broadcast", /file/],
    ["broadcast signed.txt", /-/],
    ["accounts extra", /arguments/],
    ["accounts --nope", /--nope/],
  ])("rejects %s and describes the error", (text, says) => {
    const parsed = parseLine(text)
    expect(parsed).toMatchObject({ _tag: "Refused" })
    expect(parsed._tag === "Refused" ? `${parsed.message} ${parsed.hint}` : "").toMatch(says)
  })

  it.each([
    ["frobnicate", "Run wmodal --help for usage."],
    ["--network foo balances", "Run wmodal --help for usage."],
    ["send 1,5 ETH 0x1", "Run wmodal send --help for usage."],
    ["send 1 ETH 0x1 --nope", "Run wmodal send --help for usage."],
    ["accounts --json --jsonl", "Run wmodal --help for usage."],
    ["networks add", "Run wmodal networks add --help for usage."],
    ["name nope", "Run wmodal name --help for usage."],
    ["sign", "Run wmodal sign --help to list the commands."],
  ])("names the help of the command at fault for %s", (text, hint) => {
    expect(parseLine(text)).toMatchObject({ _tag: "Refused", hint })
  })

  it("reports errors in the requested format", () => {
    expect(parseLine("nope --json")).toMatchObject({ _tag: "Refused", format: "json" })
    expect(parseLine("nope --jsonl")).toMatchObject({ _tag: "Refused", format: "jsonl" })
    expect(parseLine("nope")).toMatchObject({ _tag: "Refused", format: "auto" })
  })

  it("shows the help without arguments and with --help, and the version", () => {
    for (const text of ["", "--help", "connect --help"]) {
      const parsed = parseLine(text)
      expect(parsed._tag === "Show" ? parsed.text : "").toContain("Usage: wmodal")
    }
    expect(parseLine("--version")).toEqual({ _tag: "Show", text: "1.2.3\n" })
  })
})
