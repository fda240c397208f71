import { mockSolanaTokens } from "@wmodal/dev-wallet/solana"
import { expect, it } from "vitest"
import { solanaTokens } from "./solanaTokens.ts"

it("is what the dev wallet is told of our tokens", () => {
  expect(mockSolanaTokens).toEqual(
    solanaTokens.map(({ mint, symbol, decimals }) => ({ mint, symbol, decimals })),
  )
})
