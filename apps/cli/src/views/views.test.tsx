import type { ActivityRow, SendReview } from "@wmodal/core/flows"
import type { RequestDescription } from "@wmodal/dev-wallet"
import { cleanup, render } from "ink-testing-library"
import type { ReactElement } from "react"
import { afterEach, describe, expect, it, vi } from "vitest"
import { toReceiptFields } from "../payments/receipt.ts"
import type { LiveLine } from "../prompts/Prompts.ts"
import { makeExplained, unlimited } from "../testing/explained.ts"
import {
  burns,
  feeRaise,
  firstTime,
  lookAlike,
  lookAlikeAddress,
  makeBitcoinReview,
  makeEntry,
  makeEtherReview,
  makeSolanaReview,
  makeTokenReview,
  payee,
  payer,
} from "../testing/payments.ts"
import { makeBatchReview, makeSwapReview } from "../testing/swaps.ts"
import { renderActivityList } from "./ActivityList.tsx"
import { renderBalanceList } from "./BalanceList.tsx"
import { renderBatchList } from "./BatchList.tsx"
import { renderCheckList } from "./CheckList.tsx"
import { draw } from "./draw.tsx"
import { renderNetworkList } from "./NetworkList.tsx"
import { Password } from "./Password.tsx"
import { renderPaymentReview } from "./PaymentReview.tsx"
import { renderRaiseReview } from "./RaiseReview.tsx"
import { renderRequestReview } from "./RequestReview.tsx"
import { ApprovalPrompt, RequestPanel } from "./Review.tsx"
import { renderFacts } from "./renderFacts.tsx"
import { renderSwapReview } from "./SwapReview.tsx"
import { TextPrompt, TypedText } from "./TextPrompt.tsx"

afterEach(cleanup)

const address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const request: RequestDescription = {
  title: "Sign a message",
  origin: "wmodal in this terminal",
  acts: [],
  lines: [
    { label: "Message", text: "I agree\nto everything" },
    { label: "Account", text: address },
    { label: "Network", text: "Ethereum (1)" },
  ],
}

const hash = `0x${"ab".repeat(32)}`
const confirmed = makeEntry(makeEtherReview(), { _tag: "Confirmed", hash, at: 1, fee: 42n * 10n ** 12n })
const row: ActivityRow = {
  key: hash,
  network: "eip155:1",
  hash,
  entry: null,
  status: "confirmed",
  operation: "send",
  at: Date.UTC(2026, 10, 21),
  counterparty: payee,
  movements: [
    {
      text: "0.500 ETH",
      amount: { units: 5n, decimals: 1 },
      symbol: "ETH",
      direction: "out",
      icon: null,
      collectible: false,
    },
  ],
  explorerUrl: null,
}
const lost: ActivityRow = {
  ...row,
  key: "entry-0001",
  hash: null,
  status: "pending",
  entry: makeEntry(makeEtherReview(), { _tag: "Lost" }),
}

const warned = makeTokenReview({
  stops: [{ _tag: "FirstTime", address: lookAlikeAddress }, lookAlike, burns],
  to: { address: lookAlikeAddress, name: "a-name-that-somebody-made-up-to-be-long.eth", image: null },
})

const held = {
  _tag: "Held",
  holdings: [
    {
      ...makeEtherReview().holding,
      balance: 123_456_789_012_345_678_901_234_567n,
      value: { units: 25n, decimals: 0 },
    },
    makeTokenReview().holding,
  ],
  total: { units: 123_456_789n, decimals: 2 },
  stale: true,
  retryAt: 0,
  source: "api",
} as const
const facts = { address: payer, networkName: "Ethereum", network: "eip155:1" }

const escape = String.fromCharCode(27)
const stripAnsi = (text: string) => text.replaceAll(new RegExp(`${escape}\\[[0-9;]*m`, "g"), "")
const getMaxWidth = (text: string) =>
  Math.max(
    ...stripAnsi(text)
      .split("\n")
      .map((line) => line.length),
  )

describe.each([80, 40, 20])("views in %i columns", (columns) => {
  const drawn: readonly (readonly [string, ReactElement])[] = [
    ["a request", <RequestPanel key="r" request={request} columns={columns} />],
    ["a payment", renderPaymentReview(makeEtherReview(), "Send this payment")(columns)],
    ["a payment of bitcoin", renderPaymentReview(makeBitcoinReview(), "Send this payment")(columns)],
    ["a payment of a Solana token", renderPaymentReview(makeSolanaReview(), "Send this payment")(columns)],
    [
      "a higher fee",
      renderRaiseReview(feeRaise, makeEntry(makeBitcoinReview(), { _tag: "Sent", hash }))(columns),
    ],
    ["a payment that stops", renderPaymentReview(warned, "Send this payment")(columns)],
    ["a swap", renderSwapReview({ review: makeSwapReview(), because: null })(columns)],
    [
      "a swap that stops",
      renderSwapReview({
        review: makeBatchReview({
          stops: [{ _tag: "Impact", percent: null }, { _tag: "Untried" }],
          trial: { _tag: "Simulated", changes: [{ token: lookAlikeAddress, before: 0n, after: 10n ** 30n }] },
        }),
        because: "The minimum is now 97.123456 mDAI, not 98.123456 mDAI.",
      })(columns),
    ],
    [
      "typed data that stops",
      renderRequestReview({
        title: "Sign typed data",
        explained: makeExplained({
          dangers: [
            unlimited,
            { _tag: "OtherContract", contract: lookAlikeAddress },
            { _tag: "Fails", text: "x".repeat(200) },
          ],
        }),
        account: payer,
        network: makeEtherReview().network,
        raw: [{ label: "Data", text: JSON.stringify({ domain: { name: "x".repeat(90) } }, null, 2) }],
      })(columns),
    ],
    ["a receipt", renderFacts("Confirmed", toReceiptFields(confirmed, makeEtherReview().network))(columns)],
    ["what is held", renderBalanceList(held, facts)(columns)],
    [
      "what happened",
      renderActivityList({ pending: [lost], months: [{ year: 2026, month: 10, rows: [row] }], more: true })(
        columns,
      ),
    ],
    [
      "a batch",
      renderBatchList({
        sent: [{ line: { line: 2, amount: "1.5", token: "USDC", to: payee }, entry: confirmed }],
        remaining: [{ line: 3, amount: "2", token: "ETH", to: payee }],
        stops: [`Line 3: You have never sent to ${payee} from this account.`],
        total: ["1.5 USDC"],
      })(columns),
    ],
    ["a result", renderFacts("Connected", [{ label: "Account", text: address }])(columns)],
    [
      "the networks",
      renderNetworkList([
        {
          network: "eip155:1313161555",
          name: "Aurora Testnet of a long name",
          symbol: "ETH",
          testnet: true,
          added: true,
          selected: true,
        },
        {
          network: "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
          name: "Solana Devnet",
          symbol: "SOL",
          testnet: true,
          added: false,
          selected: false,
        },
      ])(columns),
    ],
    [
      "the checks",
      renderCheckList([
        { name: "network", status: "failed", about: "network", detail: "x".repeat(60), ms: 5 },
      ])(columns),
    ],
  ]

  it.each(drawn)("limits the width of %s", (_what, element) => {
    expect(getMaxWidth(draw(element, columns))).toBeLessThanOrEqual(columns)
  })

  it("keeps a network id in one piece", () => {
    const id = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"
    const row = {
      network: id,
      name: "Solana Devnet",
      symbol: "SOL",
      testnet: true,
      added: false,
      selected: false,
    }
    const text = stripAnsi(draw(renderNetworkList([row])(columns), columns))
    expect(columns < id.length ? text.replaceAll(/\s/g, "") : text).toContain(id)
  })

  it("shows the whole address", () => {
    const text = stripAnsi(draw(<RequestPanel request={request} columns={columns} />, columns))
    expect(text.replaceAll(/[\s│]/g, "")).toContain(address)
  })
})

describe("payment review", () => {
  const shown = (review: SendReview) =>
    stripAnsi(draw(renderPaymentReview(review, "Send this payment")(84), 84))

  it("shows the full recipient, the worth, the fee and the remaining balance", () => {
    const text = shown(makeEtherReview())
    expect(text).toContain("0x 7099 7970 C518 12dc 3A01 0C7d 01b5 0e0d 17dc 79C8")
    expect(text).toContain("0.5 ETH ($1,250.00)")
    expect(text).toContain("about 0.000042 ETH ($0.10)")
    expect(text).toContain("at most 0.000063 ETH")
    expect(text).toContain("10 → about 9.499958")
    expect(text).not.toContain("!")
  })

  it("says what arrives when a token deducts a part", () => {
    expect(shown(makeTokenReview())).toContain("Received      ! 11.25 mUSDC")
  })

  it("warns when no simulation was possible, and names the word that confirms it", () => {
    const text = shown(makeTokenReview({ simulation: { _tag: "Unavailable" }, stops: [{ _tag: "Untried" }] }))
    expect(text).toContain("! Not simulated")
    expect(text).toContain("Value to confirm: untried.")
  })

  it("warns when the recipient receives nothing, in place of the fee of the token", () => {
    const text = shown(makeTokenReview({ stops: [{ _tag: "Undelivered", received: 0n }] }))
    expect(text).toContain("! The recipient receives 0 mUSDC of 12.5 mUSDC")
    expect(text).not.toContain("takes a fee")
  })

  it("shows every warning and brackets the groups in which a look-alike differs", () => {
    const text = shown(warned)
    expect(text).toContain("Not the address you know")
    expect(text).toContain("7099 [7970] C518")
    expect(text).toContain("7099 [a1b2] C518")
    expect(text).toContain("Funds sent here are lost")
    expect(shown(makeEtherReview({ stops: [firstTime] }))).toContain("You have never sent to this address")
  })
})

describe("TextPrompt", () => {
  const ask = () => {
    const [onAnswer, onLeave, onInterrupt] = [vi.fn(), vi.fn(), vi.fn()]
    const screen = render(
      <TextPrompt
        isReady
        label="Type burn:"
        refusal={(text) => (text === "burn" ? null : "That does not match.")}
        onAnswer={onAnswer}
        onLeave={onLeave}
        onInterrupt={onInterrupt}
      />,
    )
    return { ...screen, onAnswer, onLeave, onInterrupt }
  }

  it("keeps a rejected text and accepts it after its correction", async () => {
    const { lastFrame, onAnswer, stdin } = ask()
    for (const key of ["bur", "m", "\r"]) stdin.write(key)
    await vi.waitFor(() => expect(lastFrame()).toContain("That does not match."))
    expect(onAnswer).not.toHaveBeenCalled()
    for (const key of ["\u007f", "n", "\r"]) stdin.write(key)
    expect(onAnswer.mock.calls).toEqual([["burn"]])
  })

  it("ignores an empty line and accepts a paste with its line break", () => {
    const { onAnswer, stdin } = ask()
    stdin.write("\r")
    expect(onAnswer).not.toHaveBeenCalled()
    stdin.write("burn\n")
    expect(onAnswer.mock.calls).toEqual([["burn"]])
  })

  it("reports Ctrl-C as interrupt", () => {
    const { onInterrupt, stdin } = ask()
    stdin.write("\u0003")
    expect(onInterrupt).toHaveBeenCalledOnce()
  })

  it("keeps the typed text on the screen", () => {
    expect(stripAnsi(draw(<TypedText label="Amount" text="1.5" />, 40))).toBe("✓ Amount 1.5")
    expect(stripAnsi(draw(<TypedText label="Amount" text={null} />, 40))).toContain("✗ Amount")
  })
})

describe("RequestPanel", () => {
  it("shows the origin, the message and addresses in groups of four", () => {
    const text = stripAnsi(draw(<RequestPanel request={request} columns={80} />, 80))
    expect(text).toContain("wmodal in this terminal")
    expect(text).toContain("I agree")
    expect(text).toContain("0x f39F d6e5 1aad 88F6 F4ce 6aB8 8272 79cf fFb9 2266")
  })
})

/** A live line that never changes. */
const staticLiveLine: LiveLine = { line: () => null, subscribe: () => () => {} }

describe("ApprovalPrompt", () => {
  it("shows changes below the prompt while it is open", async () => {
    let line: ReturnType<LiveLine["line"]> = null
    let tell = () => {}
    const live: LiveLine = {
      line: () => line,
      subscribe: (listener) => {
        tell = listener
        return () => {}
      },
    }
    const { lastFrame } = render(
      <ApprovalPrompt answer={null} isReady live={live} onAnswer={() => {}} onInterrupt={() => {}} />,
    )
    expect(lastFrame()).not.toContain("at least")
    line = { text: "Quoted again: at least 98 mDAI", alarms: false }
    tell()
    await vi.waitFor(() => expect(lastFrame()).toContain("Quoted again: at least 98 mDAI"))
    line = { text: "It has become worse.", alarms: true }
    tell()
    await vi.waitFor(() => expect(lastFrame()).toContain("! It has become worse."))
  })

  const ask = () => {
    const onAnswer = vi.fn()
    const onInterrupt = vi.fn()
    const screen = render(
      <ApprovalPrompt
        answer={null}
        isReady
        live={staticLiveLine}
        onAnswer={onAnswer}
        onInterrupt={onInterrupt}
      />,
    )
    return { ...screen, onAnswer, onInterrupt }
  }

  it("focuses Decline", () => {
    expect(stripAnsi(ask().lastFrame() ?? "")).toContain("› Decline")
  })

  it.each([
    ["y", "approve"],
    ["Y", "approve"],
    ["n", "decline"],
    ["\r", "decline"],
    ["\n", "decline"],
  ])("submits %j as %s", (key, answer) => {
    const { onAnswer, stdin } = ask()
    stdin.write(key)
    expect(onAnswer.mock.calls).toEqual([[answer]])
  })

  it.each(["\t", `${escape}[C`, `${escape}[D`, `${escape}[A`, `${escape}[B`])(
    "moves the focus with %j and submits the focused option with Enter",
    (key) => {
      const { onAnswer, stdin } = ask()
      stdin.write(key)
      stdin.write("\r")
      expect(onAnswer.mock.calls).toEqual([["approve"]])
    },
  )

  it("ignores every other key", () => {
    const { onAnswer, stdin } = ask()
    for (const key of ["a", " ", "1", "\u0004"]) stdin.write(key)
    expect(onAnswer).not.toHaveBeenCalled()
  })

  it("reports Ctrl-C as interrupt", () => {
    const { onAnswer, onInterrupt, stdin } = ask()
    stdin.write("\u0003")
    expect(onInterrupt).toHaveBeenCalledOnce()
    expect(onAnswer).not.toHaveBeenCalled()
  })

  it.each([
    ["approve", "Approved"],
    ["decline", "Declined"],
  ] as const)("keeps the decision %s on the screen", (answer, says) => {
    const { lastFrame } = render(
      <ApprovalPrompt
        answer={answer}
        isReady={false}
        live={staticLiveLine}
        onAnswer={() => {}}
        onInterrupt={() => {}}
      />,
    )
    expect(lastFrame()).toContain(says)
  })
})

describe("Password", () => {
  const ask = () => {
    const onAnswer = vi.fn()
    const onInterrupt = vi.fn()
    const screen = render(
      <Password isReady label="Password of k.json" onAnswer={onAnswer} onInterrupt={onInterrupt} />,
    )
    return { ...screen, onAnswer, onInterrupt }
  }

  it("accepts the typed text without showing it", () => {
    const { frames, onAnswer, stdin } = ask()
    for (const key of ["h", "u", "x", "\u007f", "n", "ter2"]) stdin.write(key)
    stdin.write("\r")
    expect(onAnswer.mock.calls).toEqual([["hunter2"]])
    expect(frames.join("")).not.toContain("hunter2")
    expect(new Set(frames).size).toBe(1)
  })

  it("accepts a paste with its line break", () => {
    const { onAnswer, stdin } = ask()
    stdin.write("pasted words\n")
    expect(onAnswer.mock.calls).toEqual([["pasted words"]])
  })

  it.each(["\r", "\n"])("does not accept an empty password by %j", (key) => {
    const { onAnswer, stdin } = ask()
    stdin.write(key)
    expect(onAnswer).not.toHaveBeenCalled()
  })

  it("clears the input on Ctrl-U and reports Ctrl-C as interrupt", () => {
    const { onAnswer, onInterrupt, stdin } = ask()
    for (const key of ["wrong", "\u0015", "right", "\r", "\u0003"]) stdin.write(key)
    expect(onAnswer.mock.calls).toEqual([["right"]])
    expect(onInterrupt).toHaveBeenCalledOnce()
  })
})
