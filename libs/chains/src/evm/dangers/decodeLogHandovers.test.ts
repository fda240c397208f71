import { pad, toEventSelector } from "viem"
import { describe, expect, it } from "vitest"
import { decodeLogHandovers } from "./decodeLogHandovers.ts"

const contract = "0x1111111111111111111111111111111111111111"
const me = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"
const next = "0x2222222222222222222222222222222222222222"
const log = (name: string, from: `0x${string}`, to: `0x${string}`) => ({
  address: contract,
  topics: [toEventSelector(`${name}(address,address)`), pad(from), pad(to)],
  data: "0x",
})
const decode = (one: ReturnType<typeof log>) =>
  decodeLogHandovers([one], me.toUpperCase().replace("0X", "0x"))

describe("decodeLogHandovers", () => {
  it.each(["OwnershipTransferred", "OwnershipTransferStarted"])("decodes %s", (name) => {
    expect(decode(log(name, me, next))).toEqual([{ account: contract, to: next }])
  })

  it.each([
    ["another owner", log("OwnershipTransferred", next, contract)],
    ["the owner that stays", log("OwnershipTransferred", me, me)],
    ["another event", log("Transfer", me, next)],
  ])("returns nothing for %s", (_, one) => {
    expect(decode(one)).toEqual([])
  })
})
