import type { RequestWarning } from "@wmodal/chains"
import type { SwapReview } from "@wmodal/core/flows"
import { describe, expect, it } from "vitest"
import { toReviewDocument } from "../payments/paymentDocument.ts"
import { toSwapDocument } from "../swaps/swapDocument.ts"
import { makeExplained, unlimited } from "../testing/explained.ts"
import {
  feeRaise,
  makeBitcoinReview,
  makeEntry,
  makeEtherReview,
  makeSolanaReview,
  payee,
  payer,
} from "../testing/payments.ts"
import {
  dai,
  makeBatchReview,
  makeSwapReview,
  makeThreeStepReview,
  makeTwoStepReview,
} from "../testing/swaps.ts"
import { draw } from "./draw.tsx"
import { renderPaymentReview } from "./PaymentReview.tsx"
import { renderRaiseReview } from "./RaiseReview.tsx"
import { renderRequestReview } from "./RequestReview.tsx"
import { renderSwapReview } from "./SwapReview.tsx"

const escape = String.fromCharCode(27)
const stripAnsi = (text: string) => text.replaceAll(new RegExp(`${escape}\\[[0-9;]*m`, "g"), "")

describe("swap review", () => {
  const shown = (drawn: Parameters<typeof renderSwapReview>[0]) =>
    stripAnsi(draw(renderSwapReview(drawn)(84), 84))
  const calm = (review: SwapReview) => shown({ review, because: null })

  it("shows both amounts, the rate, the minimum, the fees and the balances", () => {
    const text = calm(makeSwapReview())
    expect(text).toContain("100 mUSDC ($100.00)")
    expect(text).toContain("about 99.125 mDAI ($99.12)")
    expect(text).toMatch(/At least +98\.125 mDAI/)
    expect(text).toContain("1 mDAI (1 %)")
    expect(text).toContain("1 mUSDC = 0.99125 mDAI")
    expect(text).toMatch(/Price impact +0\.9 %/)
    expect(text).toContain("0.85 mUSDC (0.85 %)")
    expect(text).toContain("about 0.000042 ETH ($0.10)")
    expect(text).toContain("at most 0.000063 ETH")
    expect(text).toContain("0x 1111 1112 5421 cA6d c452 d289 3142 80a0 f884 2A65")
    expect(text).toContain("1000 → 900")
    expect(text).toContain("0 → 99.125")
    expect(text).toContain("10 → about 9.999958")
    expect(text).not.toContain("!")
  })

  it("shows the finished, current and remaining steps", () => {
    const text = calm(makeTwoStepReview())
    expect(text).toContain("step 1 of 2: approval")
    expect(text).toContain("› 1. Let the router spend exactly 100 mUSDC")
    expect(text).toContain("2. Swap: needs its own approval")
    expect(text).toContain("about 0.000192 ETH ($0.48)")
    expect(text).toContain("at most 0.000288 ETH")
    expect(text).toContain("later steps are estimates")
    const second = shown({ review: makeSwapReview(), because: null, done: ["approve"] })
    expect(second).toMatch(/step 2 of 2[^]*✓ 1\. The router may spend the amount.*\n.*› 2\. Swap/)
    expect(calm(makeThreeStepReview())).toMatch(
      /step 1 of 3: revoke an approval[\s\S]*› 1\. Revoke the earlier approval of 40 mUSDC[\s\S]* 3\. Swap/,
    )
    const reset = shown({ review: makeTwoStepReview(), because: null, done: ["reset"] })
    expect(reset).toMatch(
      /step 2 of 3: approval[\s\S]*✓ 1\. The earlier approval was revoked[\s\S]*› 2\. Let/,
    )
    expect(calm(makeBatchReview())).toMatch(
      /› 1\..*\n.*Approve.*\n.*› 2\. Swap[\s│]*Unknown[^]*One transaction/,
    )
  })

  it("does not say a fee that the wallet of a smart account pays", () => {
    const review = makeBatchReview()
    const [first, ...others] = review.steps
    const unpaid = { fee: null, feeFiat: null }
    const steps: typeof review.steps = [
      { ...first, ...unpaid },
      ...others.map((step) => ({ ...step, ...unpaid })),
    ]
    expect(calm({ ...review, steps })).toMatch(/Network fee +set by your wallet/)
    expect(toSwapDocument({ ...review, steps })).toMatchObject({ fee: { most: null } })
  })

  it("describes each contract call or shows the digest of an unknown call", () => {
    const text = calm(makeTwoStepReview())
    expect(text).toMatch(/› 1\. Let the router.*\n[\s│]*Approve \(Mock USD Coin\)/)
    expect(text).toMatch(new RegExp(`2\\. Swap.*\\n[\\s│]*Unknown call\\s+0x${"3e".repeat(32)}`))
  })

  it("includes the explanations and the calldata in the document", () => {
    const { steps } = toSwapDocument(makeTwoStepReview())
    expect(steps).toMatchObject([
      { data: "0x095ea7b3", explanation: { intent: "Approve", fields: [{ label: "Spender" }] } },
      { data: "0xdeadbeef", explanation: { intent: null, digest: `0x${"3e".repeat(32)}` } },
    ])
  })

  it("shows all decimals of an amount that six decimals would round to zero", () => {
    const { quote } = makeSwapReview()
    expect(calm(makeSwapReview({ quote: { ...quote, minimum: 12n } }))).toContain(
      `0.000000000000000012 ${dai.symbol}`,
    )
  })

  it("shows the warnings, their values to confirm and the reason for a worse quote", () => {
    const text = shown({
      review: makeSwapReview({
        stops: [{ _tag: "Impact", percent: 23.4 }, { _tag: "Untried" }],
        trial: { _tag: "Unavailable" },
      }),
      because: "The network fee has risen.",
    })
    expect(text).toContain("! The network fee has risen.")
    expect(text).toContain("! Price impact 23.4 %")
    expect(text).toContain("Value to confirm: 23.4.")
    expect(text).toContain("! Not simulated")
    expect(text).toContain("! not simulated")
  })
})

describe("payment review", () => {
  const shown = (review: Parameters<typeof renderPaymentReview>[0], columns = 80) =>
    stripAnsi(draw(renderPaymentReview(review, "Send this payment")(columns), columns))

  it("says that the issuer of a token can take it back", () => {
    const review = { ...makeSolanaReview(), isRecallable: true as const }
    expect(shown(review)).toContain("Issuer        ! can take this token back from every account")
    expect(toReviewDocument(review)).toMatchObject({ payment: { recallable: true } })
    expect(shown(makeSolanaReview())).not.toContain("Issuer")
    expect(toReviewDocument(makeSolanaReview())["payment"]).not.toHaveProperty("recallable")
  })

  it("shows the parts of a fee", () => {
    const bitcoin = shown(makeBitcoinReview())
    expect(bitcoin).toContain("about 0.00000987 BTC")
    expect(bitcoin).toContain("7 sat/vB for 141 vB")
    // The fee is exact.
    expect(bitcoin).not.toContain("at most")
    const solana = shown(makeSolanaReview())
    expect(solana).toContain("including a priority fee of 0.000000268 SOL")
    expect(solana).toContain("including a token account deposit of 0.00203928 SOL")
    expect(toReviewDocument(makeSolanaReview())).toMatchObject({
      fee: {
        amount: "0.002044548",
        parts: [
          { type: "priority", amount: "0.000000268" },
          { type: "rent", amount: "0.00203928" },
        ],
      },
    })
    expect(toReviewDocument(makeBitcoinReview())).toMatchObject({
      fee: { parts: [{ type: "rate", perVbyte: 7, vbytes: 141 }] },
    })
  })

  it("shows what a payment link adds, in the review and in the document", () => {
    const review = makeSolanaReview()
    const link = {
      namespace: "solana",
      network: null,
      recipient: review.to.address,
      token: null,
      memo: "order 7",
      label: "Tea\u202e shop",
      message: "Two cups",
      references: ["mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN"],
      unused: ["tip"],
    } as const
    const linked = { ...review, to: { ...review.to, link } }
    const text = shown(linked)
    expect(text).toMatch(/Requested by +Tea shop/)
    expect(text).toMatch(/Purpose +Two cups/)
    expect(text).toMatch(/Memo +order 7/)
    expect(text).toMatch(/References +mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN/)
    expect(text).toMatch(/Not used +tip/)
    expect(toReviewDocument(linked)).toMatchObject({
      link: { label: "Tea shop", memo: "order 7", references: link.references, unused: ["tip"] },
    })
    expect(Object.keys(toReviewDocument(review))).not.toContain("link")
    expect(shown(review)).not.toContain("Memo")
  })

  it("shows addresses of every chain in groups, on one line when short", () => {
    expect(shown(makeSolanaReview())).toContain("9Tj3 srBS xH7R FRCm 8uha rreY 7ZBS 49XS fpwC eYa7 Xaqp")
    const wrapped = shown(makeBitcoinReview()).replaceAll(/[\s│]+/g, " ")
    expect(wrapped).toContain("bc1p 6f0x vqe8 92y0 fvm2 hwnm mj6f zczp 7lx6 tluv whym cca4 d7a4 5jjs gzls dv")
  })

  it("shows the old and the new fee of a pending payment", () => {
    const text = stripAnsi(
      draw(renderRaiseReview(feeRaise, makeEntry(makeBitcoinReview(), { _tag: "Sent", hash: "ab" }))(80), 80),
    )
    expect(text).toContain("0.01 BTC")
    expect(text).toMatch(/Fee +0\.00000987 BTC/)
    expect(text).toMatch(/New fee +0\.00001974 BTC/)
    expect(text).toContain("14 sat/vB for 141 vB")
  })
})

describe("renderRequestReview", () => {
  it("shows the explanation with the full spender address", () => {
    const text = stripAnsi(
      draw(
        renderRequestReview({
          title: "Sign typed data",
          explained: makeExplained(),
          account: payer,
          network: makeEtherReview().network,
          raw: [],
        })(84),
        84,
      ),
    )
    expect(text).toContain("Authorize spending of tokens")
    expect(text).toContain("Mock Money")
    expect(text).toContain("Unlimited mUSDC")
    expect(text).toContain("! Unlimited approval of your mUSDC")
    expect(text).toContain("Spender 0x 7099 7970 C518 12dc 3A01 0C7d 01b5 0e0d 17dc 79C8")
    expect(text.replaceAll(/[\s│]/g, "")).toContain(`Digest0x${"cd".repeat(32)}`)
  })

  it.each([60, 80])("shows until when an approval lasts in %d columns", (columns) => {
    const view = (until?: number) =>
      stripAnsi(
        draw(
          renderRequestReview({
            title: "Sign typed data",
            explained: makeExplained({ dangers: [{ ...unlimited, ...(until !== undefined && { until }) }] }),
            account: payer,
            network: makeEtherReview().network,
            raw: [],
          })(columns),
          columns,
        ),
      ).replaceAll(/[\s│]+/g, " ")
    const said = "The spender could take all of it, now and later, until"
    expect(view(Date.UTC(2026, 11, 28, 9))).toContain(`${said} 2026-12-28 09:00 UTC.`)
    expect(view()).toContain(`${said} you revoke it.`)
  })

  it("shows what a handover does, and the account of another in groups", () => {
    const dangers: readonly RequestWarning[] = [
      { _tag: "Handover", account: payer, to: payee },
      { _tag: "OtherAccount", said: payee },
    ]
    const view = renderRequestReview({
      title: "Sign message",
      explained: makeExplained({ dangers }),
      account: payer,
      network: makeEtherReview().network,
      raw: [],
    })
    const text = stripAnsi(draw(view(84), 84))
    expect(text).toContain("The new owner gets full control. You cannot undo this.")
    expect(text).toMatch(/not yours: +│\s+│ 0x 7099 7970 C518 12dc 3A01 0C7d 01b5 0e0d 17dc 79C8/)
  })

  it.each([64, 80])("keeps labels of any length off their texts in %d columns", (columns) => {
    const labels = ["Also signed by", "Number of your transaction"]
    const view = renderRequestReview({
      title: "Sign transaction",
      explained: makeExplained({
        dangers: [],
        calls: [
          {
            ...makeExplained({ dangers: [] }).calls[0],
            fields: labels.map((label) => ({ label, text: "27", value: { _tag: "Text" } })),
          },
        ],
      }),
      account: payer,
      network: makeEtherReview().network,
      raw: [],
    })
    const text = stripAnsi(draw(view(columns), columns))
    expect(text).toMatch(/Also signed +27/)
    expect(text).toMatch(/Number of +27/)
  })

  it.each([60, 80])("shows a note whole, without a warning, in %d columns", (columns) => {
    const view = renderRequestReview({
      title: "Send transaction",
      explained: makeExplained({ dangers: [], notes: [{ _tag: "Unread", value: 0n }] }),
      account: payer,
      network: makeEtherReview().network,
      raw: [],
    })
    const text = stripAnsi(draw(view(columns), columns))
    expect(text.replaceAll(/[\s│]+/g, " ")).toContain(
      "Note Could not be read. As the node expects, nothing leaves your account but the fee.",
    )
    expect(text).not.toContain("!")
  })
})
