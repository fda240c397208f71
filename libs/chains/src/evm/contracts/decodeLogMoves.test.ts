import { encodeAbiParameters, encodeEventTopics, parseAbi } from "viem"
import { describe, expect, it } from "vitest"
import { decodeLogHandovers } from "../dangers/decodeLogHandovers.ts"
import { decodeLogMoves } from "./decodeLogMoves.ts"

const collection = "0x76BE3b62873462d2142405439777e971754E8E77"
const holder = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const other = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

const erc1155 = parseAbi([
  "event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)",
  "event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)",
])
const erc6909 = parseAbi([
  "event Transfer(address caller, address indexed sender, address indexed receiver, uint256 indexed id, uint256 amount)",
])
const ownable = parseAbi([
  "event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)",
])

const toTopics = (topics: readonly unknown[]) => topics.map(String)
const address = collection.toLowerCase()

const single = (from: `0x${string}`, to: `0x${string}`, id: bigint, value: bigint) => ({
  address,
  topics: toTopics(
    encodeEventTopics({ abi: erc1155, eventName: "TransferSingle", args: { operator: other, from, to } }),
  ),
  data: encodeAbiParameters([{ type: "uint256" }, { type: "uint256" }], [id, value]),
})

describe("decodeLogMoves", () => {
  it("decodes what leaves and what arrives", () => {
    const batch = {
      address,
      topics: toTopics(
        encodeEventTopics({
          abi: erc1155,
          eventName: "TransferBatch",
          args: { operator: other, from: holder, to: other },
        }),
      ),
      data: encodeAbiParameters(
        [{ type: "uint256[]" }, { type: "uint256[]" }],
        [
          [7n, 8n],
          [1n, 3n],
        ],
      ),
    }
    const multi = {
      address,
      topics: toTopics(
        encodeEventTopics({ abi: erc6909, args: { sender: other, receiver: holder, id: 9n } }),
      ),
      data: encodeAbiParameters([{ type: "address" }, { type: "uint256" }], [other, 4n]),
    }
    expect(decodeLogMoves([single(holder, other, 5n, 2n), batch, multi], holder)).toEqual([
      { collection, id: 5n, amount: -2n },
      { collection, id: 7n, amount: -1n },
      { collection, id: 8n, amount: -3n },
      { collection, id: 9n, amount: 4n },
    ])
  })

  it("returns nothing of other accounts, and of what comes back", () => {
    expect(decodeLogMoves([single(other, other, 5n, 2n)], holder)).toEqual([])
    expect(decodeLogMoves([single(holder, other, 5n, 2n), single(other, holder, 5n, 2n)], holder)).toEqual([])
  })

  it("returns null for a batch that is too long to read", () => {
    const many = Array.from({ length: 101 }, () => 1n)
    const [operator, from, to] = [other, holder, other] as const
    const log = {
      address,
      topics: toTopics(
        encodeEventTopics({ abi: erc1155, eventName: "TransferBatch", args: { operator, from, to } }),
      ),
      data: encodeAbiParameters([{ type: "uint256[]" }, { type: "uint256[]" }], [many, many]),
    }
    expect(decodeLogMoves([log], holder)).toBeNull()
  })

  it("returns null for an event that names the account and is not decodable, and nothing for that of others", () => {
    const whole = single(holder, other, 5n, 2n)
    const cut = { ...whole, data: whole.data.slice(0, -2) }
    const { topics } = single(other, other, 5n, 2n)
    expect(decodeLogMoves([cut], holder)).toBeNull()
    expect(decodeLogMoves([{ ...whole, topics: whole.topics.slice(0, 3) }], holder)).toBeNull()
    expect(decodeLogMoves([{ ...cut, topics }], holder)).toEqual([])
  })

  it("returns null for a batch with more ids than amounts", () => {
    const [operator, from, to] = [other, holder, other] as const
    const log = {
      address,
      topics: toTopics(
        encodeEventTopics({ abi: erc1155, eventName: "TransferBatch", args: { operator, from, to } }),
      ),
      data: encodeAbiParameters([{ type: "uint256[]" }, { type: "uint256[]" }], [[7n, 8n], [1n]]),
    }
    expect(decodeLogMoves([log], holder)).toBeNull()
  })
})

describe("decodeLogHandovers", () => {
  const given = (previousOwner: `0x${string}`, newOwner: `0x${string}`) => ({
    address,
    topics: toTopics(encodeEventTopics({ abi: ownable, args: { previousOwner, newOwner } })),
    data: "0x",
  })

  it("decodes a contract that the account gives up", () => {
    expect(decodeLogHandovers([given(holder, other)], holder)).toEqual([
      { account: address, to: other.toLowerCase() },
    ])
  })

  it("returns nothing when another account gives it up, or when it stays", () => {
    expect(decodeLogHandovers([given(other, holder), given(holder, holder)], holder)).toEqual([])
  })
})
