import { encodeHex, encodeTextHex } from "@wmodal/chains/internal"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { describeRequest } from "../describeRequest.ts"
import {
  type AskedInput,
  type Sighash,
  type SolanaStep,
  type StandardRequest,
  sighashes,
} from "./StandardRequest.ts"
import { bitcoinStandardNetworks, solanaStandardNetworks } from "./standardNetworks.ts"

const origin = "https://dapp.example"
const mine = "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"
const other = "AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD"
const third = "CqMbRgMuEhQi9BUS8xP44Wk5nENm48FqJnfjEi4eNb1k"

const getLines = (request: StandardRequest) =>
  describeRequest(request).lines.map(({ label, text }) => `${label}: ${text}`)

const solana = (
  steps: readonly SolanaStep[],
  change: Partial<Extract<StandardRequest, { readonly _tag: "SendSolana" | "SignSolana" }>> = {},
): StandardRequest => ({
  _tag: "SendSolana",
  origin,
  network: solanaStandardNetworks[0],
  address: mine,
  transactions: [{ transaction: "", steps, feePayer: mine, maxFee: "5000", isDurable: false }],
  ...change,
})

const payment = "bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te"
const elsewhere = "bc1qp533522veg9uyhpx3sva9vqrnfzmt262n4lsuq"
const spends = (sighash: Sighash | null, address: string | null = payment): AskedInput => ({
  address,
  amount: "100000",
  sighash,
})

const bitcoin = (
  change: Partial<Extract<StandardRequest, { readonly _tag: "SendBitcoin" | "SignBitcoin" }>> = {},
): StandardRequest => ({
  _tag: "SendBitcoin",
  origin,
  network: bitcoinStandardNetworks[0],
  transaction: "0x",
  psbt: "",
  inputs: [spends("ALL")],
  outputs: [
    { address: elsewhere, script: "0x0014", amount: "90000", isOwn: false },
    { address: payment, script: "0x0014", amount: "9000", isOwn: true },
  ],
  fee: "1000",
  ...change,
})

describe("describeRequest on Solana", () => {
  it("shows amount, recipient and fee", () => {
    const request = solana([{ _tag: "SendSol", from: mine, to: other, amount: "1500000000" }])
    expect(describeRequest(request)).toEqual({
      title: "Send a transaction",
      origin,
      acts: [],
      lines: [
        { label: "To", text: other },
        { label: "Amount", text: "1.5 SOL" },
        { label: "Max fee", text: "0.000005 SOL" },
        { label: "Account", text: mine },
        { label: "Network", text: "Solana" },
      ],
    })
  })

  it("warns of a signature without sending, and of a transaction that never expires", () => {
    const request = solana([{ _tag: "Note", text: "rent" }], {
      _tag: "SignSolana",
      transactions: [{ transaction: "", steps: [], feePayer: other, maxFee: "5000", isDurable: true }],
    })
    expect(describeRequest(request).title).toBe("Sign a transaction without sending it")
    expect(getLines(request)).toEqual([
      "Effect: none",
      `Fee: paid by ${other}`,
      "Beware: It does not expire. It can be sent at any time.",
      "Beware: Nothing is sent now. Anyone with the signature can send it.",
      `Account: ${mine}`,
      "Network: Solana",
    ])
  })

  it.each<[string, SolanaStep, readonly string[]]>([
    [
      "another account's SOL",
      { _tag: "SendSol", from: third, to: other, amount: "1" },
      [`From: ${third}`, `To: ${other}`, "Amount: 0.000000001 SOL"],
    ],
    [
      "a known token",
      {
        _tag: "SendToken",
        from: mine,
        to: other,
        amount: "2500000",
        mint: third,
        decimals: 6,
        symbol: "mUSDC",
      },
      [
        `From token account: ${mine}`,
        `To token account: ${other}`,
        "Amount: 2.5 mUSDC",
        `Token: mUSDC, ${third}`,
      ],
    ],
    [
      "an unknown token",
      { _tag: "SendToken", from: mine, to: other, amount: "25", mint: third, decimals: 1, symbol: null },
      [
        `From token account: ${mine}`,
        `To token account: ${other}`,
        "Amount: 2.5",
        `Token: ${third} (unknown to this wallet)`,
      ],
    ],
    [
      "a token that is not named",
      { _tag: "SendToken", from: mine, to: other, amount: "25", mint: null, decimals: null, symbol: null },
      [
        `From token account: ${mine}`,
        `To token account: ${other}`,
        "Amount: 25 base units",
        "Token: the token account's token",
      ],
    ],
    [
      "an approval",
      { _tag: "Approve", from: mine, delegate: other, amount: "7" },
      [`Spender: ${other}`, "Spending limit: 7 base units", `From token account: ${mine}`],
    ],
    [
      "an account given away",
      { _tag: "SetAuthority", account: mine, to: other },
      [`Transfers ownership of: token account ${mine}`, `To: ${other}`],
    ],
    [
      "an authority removed",
      { _tag: "SetAuthority", account: mine, to: null },
      [`Transfers ownership of: token account ${mine}`, "To: none (authority removed)"],
    ],
    [
      "an account closed",
      { _tag: "CloseAccount", account: mine, to: other },
      [`Closes: token account ${mine}`, `Rent goes to: ${other}`],
    ],
    [
      "an account opened",
      { _tag: "OpenAccount", payer: mine, account: third, owner: other, mint: third },
      [
        `Opens: token account ${third}`,
        `For: ${other}`,
        `Token: ${third}`,
        "Rent: about 0.002 SOL, paid by you",
      ],
    ],
    [
      "an account opened by another payer",
      { _tag: "OpenAccount", payer: other, account: third, owner: mine, mint: third },
      [`Opens: token account ${third}`, `For: ${mine}`, `Token: ${third}`, `Rent: paid by ${other}`],
    ],
    ["a note", { _tag: "Note", text: "rent" }, ["Note: rent"]],
    [
      "anything else",
      { _tag: "Other", program: other, data: "0x0102" },
      [`Calls: program ${other}`, "Data: 0x0102"],
    ],
  ])("describes %s", (_, step, expected) => {
    expect(getLines(solana([step])).slice(0, expected.length)).toEqual(expected)
  })

  it("counts several transactions", () => {
    const one = { transaction: "", steps: [], feePayer: mine, maxFee: "5000", isDurable: false }
    const request = solana([], { transactions: [one, one] })
    expect(describeRequest(request).title).toBe("Send 2 transactions")
    expect(getLines(request).filter((line) => line.startsWith("Transaction"))).toEqual([
      "Transaction 1: of 2",
      "Transaction 2: of 2",
    ])
  })
})

describe("describeRequest on Bitcoin", () => {
  it("shows amount, recipient, fee and change", () => {
    expect(describeRequest(bitcoin()).title).toBe("Send bitcoin")
    expect(getLines(bitcoin())).toEqual([
      `To: ${elsewhere}`,
      "Amount: 0.0009 BTC",
      "Fee: 0.00001 BTC",
      `Spends: 0.001 BTC of ${payment}`,
      `Change: 0.00009 BTC at ${payment}`,
      "Network: Bitcoin",
    ])
  })

  it("distinguishes own and other inputs, addresses and scripts, and unknown values", () => {
    const request = bitcoin({
      _tag: "SignBitcoin",
      fee: null,
      inputs: [spends("DEFAULT"), { address: null, amount: null, sighash: null }],
      outputs: [
        { address: null, script: "0x6a0401020304", amount: "0", isOwn: false },
        { address: null, script: "0x51", amount: "5", isOwn: false },
      ],
    })
    expect(getLines(request)).toEqual([
      "To: a note: 0x6a0401020304",
      "Amount: 0 BTC",
      "To: a script: 0x51",
      "Amount: 0.00000005 BTC",
      "Fee: unknown: other parties add inputs",
      `Spends: 0.001 BTC of ${payment}`,
      "With: 1 input of other parties",
      "Beware: Nothing is sent now. Anyone with the signature can send it.",
      "Network: Bitcoin",
    ])
    expect(getLines(bitcoin({ outputs: [] }))[0]).toBe("To: only your own addresses")
  })

  it("shows attached data and unknown data to their ends", () => {
    const note = `0x6a4d2c01${"ab".repeat(299)}ee` as const
    expect(
      getLines(bitcoin({ outputs: [{ address: null, script: note, amount: "0", isOwn: false }] })),
    ).toContain(`To: a note: ${note}`)
    const data = `0x${"cd".repeat(600)}ee` as const
    expect(getLines(solana([{ _tag: "Other", program: other, data }]))).toContain(`Data: ${data}`)
  })

  it("warns of exactly those sighashes that do not cover the whole transaction", () => {
    const warned = sighashes.filter((sighash) =>
      getLines(bitcoin({ inputs: [spends(sighash)] })).some((line) => line.startsWith("Beware")),
    )
    expect(warned).toEqual(sighashes.filter((sighash) => sighash !== "DEFAULT" && sighash !== "ALL"))
  })
})

describe("describeRequest of the Wallet Standard", () => {
  it("shows the shared addresses, and that connecting unlocks", () => {
    const request = {
      _tag: "ConnectAddresses",
      origin,
      on: "Bitcoin",
      addresses: [
        { address: payment, purpose: "payment" },
        { address: elsewhere, purpose: "ordinals" },
      ],
      locked: false,
    } as const
    expect(describeRequest(request)).toEqual({
      title: "Connect to this site",
      origin,
      acts: [],
      lines: [
        { label: "Permissions", text: "view these addresses and request signatures" },
        { label: "Payments", text: payment },
        { label: "Ordinals", text: elsewhere },
        { label: "Chain", text: "Bitcoin" },
      ],
    })
    expect(describeRequest({ ...request, locked: true }).title).toMatch(/unlock/i)
  })

  it("shows the text of a message and of a sign-in, with the permission it grants", () => {
    const signs = {
      _tag: "SignBytes",
      origin,
      on: "Solana",
      address: mine,
      message: encodeTextHex("Hi\n✓"),
    } as const
    expect(getLines(signs)).toEqual(["Message: Hi\n✓", `Account: ${mine}`, "Chain: Solana"])
    const signsIn = { _tag: "SignIn", origin, on: "Solana", address: mine, text: "Hi", locked: true } as const
    expect(describeRequest(signsIn).title).toMatch(/unlock.*sign in/i)
    expect(getLines(signsIn)).toContain("Permissions: view this address and request signatures")
  })

  it("bounds every text and removes deceptive characters for any request", () => {
    const text = fc.string({ unit: "binary", maxLength: 5000 })
    fc.assert(
      fc.property(text, fc.uint8Array({ maxLength: 300 }), (words, bytes) => {
        const requests: readonly StandardRequest[] = [
          { _tag: "SignBytes", origin: words, on: "Solana", address: words, message: encodeHex(bytes) },
          { _tag: "SignBytes", origin, on: "Solana", address: mine, message: encodeTextHex(words) },
          { _tag: "SignIn", origin, on: "Solana", address: mine, text: words, locked: false },
          solana([{ _tag: "Note", text: words }]),
          solana([{ _tag: "Other", program: words, data: encodeHex(bytes) }]),
        ]
        for (const said of requests.map(describeRequest)) {
          const all = [said.title, said.origin, ...said.lines.map((line) => line.text)].join("")
          expect(all.length).toBeLessThan(5500)
          expect(all.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
        }
      }),
    )
  })
})
