import type { Explanation, RequestWarning, ReviewedRequest } from "@wmodal/chains"
import { payee } from "./payments.ts"
import { usd } from "./swaps.ts"

const maxUint256 = 2n ** 256n - 1n

/** An unlimited permit as a descriptor explains it. */
export const permit: Explanation = {
  intent: "Authorize spending of tokens",
  interpolatedIntent: null,
  owner: "Mock Money",
  contractName: "Mock USD Coin",
  contract: usd.address,
  value: 0n,
  fields: [
    { label: "Spender", text: payee, value: { _tag: "Address", address: payee, name: null } },
    {
      label: "Amount",
      text: "Unlimited mUSDC",
      value: { _tag: "Amount", units: maxUint256, token: usd.address, unlimited: true },
    },
    { label: "Valid until", text: "2026-12-01 00:00 UTC", value: { _tag: "Text" } },
  ],
  digest: `0x${"cd".repeat(32)}`,
}

export const unlimited = {
  _tag: "UnlimitedApproval",
  token: usd.address,
  symbol: "mUSDC",
  spender: payee,
} as const satisfies RequestWarning

export const makeExplained = (change: Partial<ReviewedRequest> = {}): ReviewedRequest => ({
  calls: [permit],
  dangers: [unlimited],
  trial: null,
  ...change,
})
