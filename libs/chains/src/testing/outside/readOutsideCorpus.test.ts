import { describe, expect, it } from "vitest"
import { readOutsideCorpus } from "./readOutsideCorpus.ts"

const corpus = readOutsideCorpus()
const harmful = corpus.filter((one) => one.harmful)
const usual = corpus.filter((one) => !one.harmful)

/** Usual requests that still take an act. */
const falseAlarms: ReadonlySet<string> = new Set([
  "EVM ens-register",
  "EVM ens-set-text",
  "EVM opensea-buy",
  "EVM cow-eth-flow",
  "EVM curve-exchange",
  "EVM op-bridge",
  "EVM arbitrum-bridge",
  "EVM seadrop-mint",
  "EVM collect-fees",
  "EVM comet-rewards",
  "EVM rocket-pool-deposit",
  "EVM batch-approve-vault",
  "EVM polymarket-login",
  "EVM session-game",
  "Solana marinade",
  "Solana jito-stake",
  "Solana magic-eden-buy",
  "Solana two-swaps",
])

describe("requests that attackers and visitors make", () => {
  it.each(harmful.filter(({ passes }) => passes === undefined))(
    "takes an act: $chain, $id, $why",
    async ({ review }) => {
      expect(await review()).not.toEqual([])
    },
  )

  it.each(harmful.filter(({ passes }) => passes !== undefined))(
    "takes no act still: $chain, $id, $passes",
    async ({ review }) => {
      expect(await review()).toEqual([])
    },
  )

  it.each(usual.filter(({ chain, id }) => !falseAlarms.has(`${chain} ${id}`)))(
    "takes no act: $chain, $id, $why",
    async ({ review }) => {
      expect(await review()).toEqual([])
    },
  )

  it("counts several swaps in one transaction as not read, and not as given away", async () => {
    const swaps = corpus.find(({ id }) => id === "two-swaps")
    expect(await swaps?.review()).toEqual(["Unread"])
  })

  it("counts the fees of several PSBTs together", async () => {
    const slices = corpus.find(({ id }) => id === "fees-in-slices")
    expect(await slices?.review()).toContain("HighFee")
  })
})
