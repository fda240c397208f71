import { describe, expect, it } from "vitest"
import { evmRules } from "./rules.ts"

const gold = "0x471EcE3750Da237f93B8E339c536989b8978a438"
const isNativeContract = (id: number, address: string) => evmRules.isNativeContract?.({ id }, address)

describe("isNativeContract", () => {
  it.each([
    ["Celo", 42_220, gold],
    ["Celo in lower case", 42_220, gold.toLowerCase()],
    ["Celo Sepolia", 11_142_220, gold],
    ["Alfajores", 44_787, "0xF194afDf50B03e69Bd7D057c1Aa9e10c9954E4C9"],
    ["Polygon", 137, "0x0000000000000000000000000000000000001010"],
    ["ZKsync", 324, "0x000000000000000000000000000000000000800A"],
    ["Moonbeam", 1_284, "0x0000000000000000000000000000000000000802"],
    ["Metis", 1_088, "0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000"],
    ["Arc", 5_042, "0x3600000000000000000000000000000000000000"],
  ])("returns true for the native currency of %s as a token", (_, id, address) => {
    expect(isNativeContract(id, address)).toBe(true)
  })

  it.each([
    ["Celo's address on another network", 1, gold],
    ["Alfajores' address on Celo", 42_220, "0xF194afDf50B03e69Bd7D057c1Aa9e10c9954E4C9"],
    ["wrapped ether", 1, "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"],
    ["BVM_ETH, a token of its own on Mantle", 5_000, "0xdEAddEaDdeadDEadDEADDEAddEADDEAddead1111"],
  ])("returns false for %s", (_, id, address) => {
    expect(isNativeContract(id, address)).toBe(false)
  })
})
