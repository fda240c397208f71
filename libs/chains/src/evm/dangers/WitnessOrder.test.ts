import { describe, expect, it } from "vitest"
import { indexDescriptors } from "../explain/DescriptorIndex.ts"
import { decodeTypedData } from "../explain/data/DecodedTypedData.ts"
import { bundledDescriptors } from "../explain/descriptors/bundledDescriptors.ts"
import { decodeWitnessOrder, findWitnessTransfer } from "./WitnessOrder.ts"

const me = "0x1111111111111111111111111111111111111111"
const other = "0x2222222222222222222222222222222222222222"
const [sold, bought] = [
  "0x3333333333333333333333333333333333333333",
  "0x4444444444444444444444444444444444444444",
]
const permit2 = "0x000000000022D473030F116dDEE9F6B43aC78BA3"
const nothing = "0x0000000000000000000000000000000000000000"

const members = (text: string) =>
  text.split(",").map((member) => {
    const [type = "", name = ""] = member.split(" ")
    return { name, type }
  })

const types = {
  EIP712Domain: members("string name,uint256 chainId,address verifyingContract"),
  TokenPermissions: members("address token,uint256 amount"),
  OrderInfo: members(
    "address reactor,address swapper,uint256 nonce,uint256 deadline,address additionalValidationContract,bytes additionalValidationData",
  ),
  DutchOutput: members("address token,uint256 startAmount,uint256 endAmount,address recipient"),
  NonlinearDutchDecay: members("uint256 relativeBlocks,int256[] relativeAmounts"),
  V3DutchInput: members(
    "address token,uint256 startAmount,NonlinearDutchDecay curve,uint256 maxAmount,uint256 adjustmentPerGweiBaseFee",
  ),
  V3DutchOutput: members(
    "address token,uint256 startAmount,NonlinearDutchDecay curve,address recipient,uint256 minAmount,uint256 adjustmentPerGweiBaseFee",
  ),
  PriorityInput: members("address token,uint256 amount,uint256 mpsPerPriorityFeeWei"),
  PriorityOutput: members("address token,uint256 amount,uint256 mpsPerPriorityFeeWei,address recipient"),
}

const curve = { relativeBlocks: "0", relativeAmounts: [] }

/** The orders of each reactor: the members of the order, those of the witness, and one output of 90, at the start 100. */
const orders = {
  ExclusiveDutchOrder: {
    chainId: 1n,
    reactor: "0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4",
    fields:
      "OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,address exclusiveFiller,uint256 exclusivityOverrideBps,address inputToken,uint256 inputStartAmount,uint256 inputEndAmount,DutchOutput[] outputs",
    witness: {
      decayStartTime: "1",
      decayEndTime: "2",
      exclusiveFiller: nothing,
      exclusivityOverrideBps: "0",
      inputToken: sold,
      inputStartAmount: "50",
      inputEndAmount: "50",
    },
    list: "outputs",
    output: { startAmount: "100", endAmount: "90" },
  },
  V2DutchOrder: {
    chainId: 42161n,
    reactor: "0x1bd1aAdc9E230626C44a139d7E70d842749351eb",
    fields:
      "OrderInfo info,address cosigner,address baseInputToken,uint256 baseInputStartAmount,uint256 baseInputEndAmount,DutchOutput[] baseOutputs",
    witness: { cosigner: other, baseInputToken: sold, baseInputStartAmount: "40", baseInputEndAmount: "50" },
    list: "baseOutputs",
    output: { startAmount: "100", endAmount: "90" },
  },
  V3DutchOrder: {
    chainId: 42161n,
    reactor: "0xB274d5F4b833b61B340b654d600A864fB604a87c",
    fields:
      "OrderInfo info,address cosigner,uint256 startingBaseFee,V3DutchInput baseInput,V3DutchOutput[] baseOutputs",
    witness: {
      cosigner: other,
      startingBaseFee: "0",
      baseInput: { token: sold, startAmount: "40", curve, maxAmount: "50", adjustmentPerGweiBaseFee: "0" },
    },
    list: "baseOutputs",
    output: { startAmount: "100", curve, minAmount: "90", adjustmentPerGweiBaseFee: "0" },
  },
  PriorityOrder: {
    chainId: 8453n,
    reactor: "0x000000001Ec5656dcdB24D90DFa42742738De729",
    fields:
      "OrderInfo info,address cosigner,uint256 auctionStartBlock,uint256 baselinePriorityFeeWei,PriorityInput input,PriorityOutput[] outputs",
    witness: {
      cosigner: other,
      auctionStartBlock: "1",
      baselinePriorityFeeWei: "0",
      input: { token: sold, amount: "50", mpsPerPriorityFeeWei: "0" },
    },
    list: "outputs",
    output: { amount: "90", mpsPerPriorityFeeWei: "1" },
  },
} as const

type OrderName = keyof typeof orders
const names = Object.keys(orders) as readonly OrderName[]

const read = (
  name: OrderName,
  { contract = permit2, fields, info, spender }: Readonly<Record<string, object | string>> = {},
) => {
  const { chainId, list, output, reactor, witness, ...order } = orders[name]
  const outputs = [
    { token: bought, recipient: me, ...output },
    { token: bought, recipient: other, ...output },
  ]
  const said = {
    reactor,
    swapper: me,
    nonce: "1",
    deadline: "9",
    additionalValidationContract: nothing,
    additionalValidationData: "0x",
  }
  const decoded = decodeTypedData(
    JSON.stringify({
      primaryType: "PermitWitnessTransferFrom",
      types: {
        ...types,
        PermitWitnessTransferFrom: members(
          `TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,${name} witness`,
        ),
        [name]: members(`${fields ?? order.fields}`),
      },
      domain: { name: "Permit2", chainId: `${chainId}`, verifyingContract: contract },
      message: {
        permitted: { token: sold, amount: "50" },
        spender: spender ?? reactor,
        nonce: "1",
        deadline: "9",
        witness: { info: { ...said, ...Object(info) }, ...witness, [list]: outputs, more: "1" },
      },
    }),
  )
  if (decoded === null) throw new Error("no typed data")
  return decoded
}

const unit = (token: string, units: bigint) => ({ asset: { _tag: "Token", token }, units })

describe("decodeWitnessOrder", () => {
  it.each(names)(
    "returns what the reactor takes at most for the least that %s pays the account, and the most that it pays others",
    (name) => {
      expect(decodeWitnessOrder(read(name), { chainId: orders[name].chainId, from: me })).toEqual({
        gives: [unit(sold, 50n)],
        gets: [unit(bought, 90n)],
        others: [unit(bought, name === "PriorityOrder" ? 90n : 100n)],
      })
    },
  )

  it.each(names)("reads %s by the words of exactly its type", (name) => {
    const index = indexDescriptors([], bundledDescriptors, (text) => expect.unreachable(text))
    const { chainId, fields } = orders[name]
    const find = (more: string) =>
      index.messages(read(name, { fields: `${fields}${more}` }).type, chainId, permit2)
    expect(find("")[0]).toMatchObject({ describesOnly: true, contractName: "UniswapX" })
    expect(find(",uint256 more")).toEqual([])
  })

  it.each<[string, Readonly<Record<string, object | string>>, Partial<{ chainId: bigint; from: string }>]>([
    ["on another chain", {}, { chainId: 10n }],
    ["for another account", {}, { from: other }],
    ["of another swapper", { info: { swapper: other } }, {}],
    ["of another reactor", { info: { reactor: other } }, {}],
    ["for a spender that is no reactor", { spender: other }, {}],
    ["for the reactor of other orders", { spender: orders.V2DutchOrder.reactor }, { chainId: 42161n }],
    ["of another contract than Permit2", { contract: other }, {}],
  ])("returns null for an order %s", (_, change, asked) => {
    const terms = { chainId: 1n, from: me, ...asked }
    expect(decodeWitnessOrder(read("ExclusiveDutchOrder", change), terms)).toBeNull()
  })
})

describe("findWitnessTransfer", () => {
  it("tells reactors and routers from spenders that may do anything", () => {
    const find = (spender: string) =>
      findWitnessTransfer(read("ExclusiveDutchOrder", { spender }), 1n)?.spender
    expect(find(orders.ExclusiveDutchOrder.reactor)).toBe("reactor")
    expect(find("0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af")).toBe("router")
    expect(find(other)).toBe("other")
  })

  it("names the transfer without its witness", () => {
    expect(findWitnessTransfer(read("PriorityOrder"), 8453n)).toEqual({
      plainType:
        "PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)",
      witness: "witness",
      spender: "reactor",
    })
  })
})
