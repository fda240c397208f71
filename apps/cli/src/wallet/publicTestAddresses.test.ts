import { makeTestSigner } from "@wmodal/dev-wallet"
import { makeTestBitcoinSigner } from "@wmodal/dev-wallet/bitcoin"
import { makeTestSolanaSigner } from "@wmodal/dev-wallet/solana"
import { expect, it } from "vitest"
import { publicTestAddresses } from "./publicTestAddresses.ts"

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

it("lists the accounts that the test mnemonic derives", () => {
  expect(publicTestAddresses).toEqual([
    ...range(20).map((index) => makeTestSigner(index).address),
    ...range(5).map((index) => makeTestSolanaSigner(index).address),
    ...range(5).map((index) => makeTestBitcoinSigner(index).addresses[0].address),
  ])
})
