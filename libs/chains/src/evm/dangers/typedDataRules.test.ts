import { describe, expect, it } from "vitest"
import { decodeTypedData } from "../explain/data/DecodedTypedData.ts"
import { findTypedDataWarnings } from "./typedDataRules.ts"

const me = "0x1111111111111111111111111111111111111111"
const other = "0x2222222222222222222222222222222222222222"
const contract = "0xC18360217D8F7Ab5e7c516566761Ea12Ce7F9D72"

const warningsOf = (members: Readonly<Record<string, readonly [type: string, value: unknown]>>) => {
  const decoded = decodeTypedData(
    JSON.stringify({
      primaryType: "Delegation",
      types: {
        EIP712Domain: [{ name: "verifyingContract", type: "address" }],
        Delegation: Object.entries(members).map(([name, [type]]) => ({ name, type })),
        Caveat: [{ name: "enforcer", type: "address" }],
      },
      domain: { verifyingContract: contract },
      message: Object.fromEntries(Object.entries(members).map(([name, [, value]]) => [name, value])),
    }),
  )
  if (decoded === null) throw new Error("no typed data")
  return findTypedDataWarnings(decoded, me)
}

/** Unix seconds: the start of the year 2100. */
const endless = 4_102_444_800n

describe("findTypedDataWarnings of a payment", () => {
  const payingUntil = (primaryType: string, member: string, time: bigint) => {
    const decoded = decodeTypedData(
      JSON.stringify({
        primaryType,
        types: { EIP712Domain: [], [primaryType]: [{ name: member, type: "uint256" }] },
        domain: {},
        message: { [member]: `${time}` },
      }),
    )
    return decoded === null ? null : findTypedDataWarnings(decoded, me)
  }

  it.each([
    ["TransferWithAuthorization", "validBefore"],
    ["ReceiveWithAuthorization", "validBefore"],
    ["PermitTransferFrom", "deadline"],
    ["PermitBatchTransferFrom", "deadline"],
    ["PermitWitnessTransferFrom", "deadline"],
    ["PermitBatchWitnessTransferFrom", "deadline"],
  ])("warns NeverExpires of %s when its %s is after 2099", (type, member) => {
    expect(payingUntil(type, member, 2n ** 256n - 1n)).toEqual([{ _tag: "NeverExpires" }])
    expect(payingUntil(type, member, endless)).toEqual([{ _tag: "NeverExpires" }])
    expect(payingUntil(type, member, endless - 1n)).toEqual([])
  })

  it("warns of no permit that never expires, because its allowance stays in any case", () => {
    expect(payingUntil("Permit", "deadline", 2n ** 256n - 1n)).toEqual([])
  })
})

describe("findTypedDataWarnings of a delegation", () => {
  it("names the account and the delegate when nothing limits the delegate", () => {
    const delegation = (caveats: readonly object[]) =>
      warningsOf({
        delegate: ["address", other],
        delegator: ["address", me],
        caveats: ["Caveat[]", caveats],
      })
    expect(delegation([])).toEqual([{ _tag: "Handover", account: me, to: other }])
    expect(delegation([{ enforcer: other }])).toEqual([])
  })

  it("names the token and the delegatee when votes are delegated", () => {
    const votes = {
      delegatee: ["address", other],
      nonce: ["uint256", "0"],
      expiry: ["uint256", "9"],
    } as const
    expect(warningsOf(votes)).toEqual([{ _tag: "Handover", account: contract, to: other }])
  })

  it("warns when a delegation names neither", () => {
    expect(warningsOf({ nonce: ["uint256", "0"] })).toHaveLength(1)
  })
})
