import type { Approval, ApprovalRequest, DevNetwork } from "@wmodal/chains/dev"
import type { SendReview } from "@wmodal/core/flows"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { double, etherReview, payee, payer } from "../testing/payments.ts"
import { makeReviewed } from "./Reviewed.ts"

const network: DevNetwork = { chainId: 1, name: "Ethereum", rpcUrls: [] }
type Sending = Extract<ApprovalRequest, { readonly _tag: "SendTransaction" | "SignTransaction" }>

const asked = (change: Partial<Sending> = {}): ApprovalRequest => ({
  _tag: "SendTransaction",
  origin: "wmodal in this terminal",
  network,
  account: payer,
  to: payee,
  value: String(10n ** 18n / 2n),
  data: "0x",
  maxFee: String(63n * 10n ** 12n),
  ...change,
})

const answers = (review: SendReview | null, requests: readonly ApprovalRequest[]) => {
  const anew: ApprovalRequest[] = []
  const reviewed = makeReviewed((request) => {
    anew.push(request)
    return Effect.succeed<Approval>("decline")
  })
  if (review !== null) reviewed.say(review)
  const given = requests.map((request) => Effect.runSync(reviewed.approve(request)))
  return { given, anew: anew.length, taken: reviewed.taken() }
}

describe("one yes for the review and the wallet", () => {
  it("is taken for what was reviewed, to be sent or signed", () => {
    expect(answers(etherReview(), [asked()])).toEqual({ given: ["approve"], anew: 0, taken: true })
    expect(answers(etherReview(), [asked({ _tag: "SignTransaction" })]).given).toEqual(["approve"])
    expect(answers(etherReview(), [asked({ maxFee: "1" })]).given).toEqual(["approve"])
  })

  it("is taken once", () => {
    expect(answers(etherReview(), [asked(), asked()])).toMatchObject({
      given: ["approve", "decline"],
      anew: 1,
    })
  })

  it("stands for nothing before it was given", () => {
    expect(answers(null, [asked()])).toEqual({ given: ["decline"], anew: 1, taken: false })
  })

  it.each<readonly [string, Partial<Sending>]>([
    ["another recipient", { to: double }],
    ["a new contract", { to: null }],
    ["more money", { value: String(10n ** 18n) }],
    ["other bytes", { data: "0xa9059cbb" }],
    ["a higher fee", { maxFee: String(63n * 10n ** 12n + 1n) }],
    ["another account", { account: payee }],
    ["another network", { network: { ...network, chainId: 137 } }],
  ])("is not taken for %s, which is asked anew", (_what, change) => {
    expect(answers(etherReview(), [asked(change)])).toEqual({ given: ["decline"], anew: 1, taken: false })
    // Whatever came between, the yes is spent.
    expect(answers(etherReview(), [asked(change), asked()]).given).toEqual(["decline", "decline"])
  })
})
