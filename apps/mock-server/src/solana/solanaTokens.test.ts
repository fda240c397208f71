import { mockSolanaTokens } from "@wmodal/dev-wallet/solana"
import { expect, it } from "vitest"
import { solanaTokens } from "./solanaTokens.ts"

it("matches the token list of the dev wallet", () => {
  expect(mockSolanaTokens).toEqual(
    solanaTokens.map(({ mint, symbol, decimals }) => ({ mint, symbol, decimals })),
  )
})
