import { parseAmount } from "@wmodal/protocol"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { parseAmountArgument } from "../plan/values.ts"
import { parseBatch } from "./BatchLine.ts"

const address = "0x8D97689C9818892B700e27F316cc3E41e17fBeb9"

describe("amounts of the command line, as reported of others", () => {
  it.each([
    ["anza-xyz/agave#4988", "0.5025", 9, 502_500_000n],
    ["sparrowwallet/sparrow#2018", "0.00123320", 8, 123_320n],
    ["sparrowwallet/sparrow#2018", "0.29", 8, 29_000_000n],
    ["getpara/examples-hub#184", "1234567.000000001", 9, 1_234_567_000_000_001n],
  ])("%s: takes each digit of %s", (_, text, decimals, units) => {
    expect(Result.getOrThrow(parseAmount(parseAmountArgument(text), decimals))).toBe(units)
  })

  it.each([
    ["shieldedtech/moth-wallet#63", "1,5"],
    ["shieldedtech/moth-wallet#63", "1abc"],
    ["shieldedtech/moth-wallet#63", "1e3"],
    ["bitshares/bitshares1-core#1271", "990,098"],
    ["openethereum/parity-ethereum#6098", "1,000"],
    ["dfinity/snsdemo#282", "5001570,49997000"],
  ])("%s: refuses %s, and pays no part of it", (_, text) => {
    expect(() => parseAmountArgument(text)).toThrow("Use an amount such as 1.5")
  })

  it.each([
    ["shieldedtech/moth-wallet#63", "0.0000001", 6],
    ["getpara/examples-hub#184", "0.0000000001", 9],
  ])("%s: refuses %s, which is finer than the token, and rounds nothing", (_, text, decimals) => {
    expect(Result.isFailure(parseAmount(parseAmountArgument(text), decimals))).toBe(true)
  })
})

describe("amounts of a batch, as reported of others", () => {
  const mistake = (text: string) => Result.getOrThrow(Result.flip(parseBatch(text)))

  it.each([
    ["actualbudget/actual#2374", `amount;token;to\n3.000;USDC;${address}`],
    ["deadlocker8/BudgetMaster#731", `1.355\tUSDC\t${address}`],
  ])("%s: refuses an amount whose dot may separate thousands, by both readings", (_, text) => {
    expect(JSON.stringify(mistake(text))).toMatch(/may be \d{4} or \d/)
  })

  it("takes the same amount where commas separate fields (deadlocker8/BudgetMaster#731)", () => {
    const [line] = Result.getOrThrow(parseBatch(`1.355,USDC,${address}`))
    expect(line?.amount).toBe("1.355")
    const [small] = Result.getOrThrow(parseBatch(`0.355;USDC;${address}`))
    expect(small?.amount).toBe("0.355")
  })

  it.each([
    ["the-creators-galaxy/hts-distribution-tool#48", `amount,token,to\n"1,500.95",USDC,${address}`],
    ["soramitsu/adar#177", `amount;token;to\n1,500.95;USDC;${address}`],
    ["harung1993/dollardollar#55", `amount;token;to\n173,900;USDC;${address}`],
    ["aniav/ynab-csv#2", `2,40;USDC;${address}`],
  ])("%s: refuses amounts with commas, and pays no part of them", (_, text) => {
    expect(mistake(text)._tag).toBe("BatchError")
  })
})
