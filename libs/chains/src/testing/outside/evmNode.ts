import { encodeAbiParameters, type Hex, keccak256, stringToBytes, toHex, zeroAddress } from "viem"
import * as z from "zod/mini"
import { toAddressWord } from "../../evm/contracts/contractAbi.ts"
import { makeScriptedRpc } from "../scriptedRpc.ts"

/** A token that the account may hold. Amounts in base units. */
export const OutsideToken = z.strictObject({
  symbol: z.string(),
  decimals: z.number(),
  /** US dollars of a unit. */
  price: z.nullable(z.number()),
  holds: z.string(),
})

/** What a request moves: an amount of `eth` or of a token, or a collectible. */
export const OutsideMove = z.strictObject({
  asset: z.string(),
  from: z.string(),
  to: z.string(),
  amount: z.optional(z.string()),
  id: z.optional(z.string()),
})

export interface EvmWorld {
  readonly me: string
  /** Lower case addresses without code. */
  readonly people: ReadonlySet<string>
  /** By lower case address. */
  readonly tokens: ReadonlyMap<string, z.infer<typeof OutsideToken>>
  readonly ether: bigint
  /** The one collectible that the account has, by collection. */
  readonly collectibles: ReadonlyMap<string, string>
  /** Addresses are plain; `asset` is `eth` or a contract. */
  readonly moves: readonly z.infer<typeof OutsideMove>[]
}

const word = (value: bigint | number): Hex => toHex(BigInt(value), { size: 32 })
const text = (said: string): Hex => encodeAbiParameters([{ type: "string" }], [said])
const topic = (signature: string): Hex => keccak256(stringToBytes(signature))
const wordAt = (data: string, at: number): Hex => `0x${data.slice(10 + at * 64, 74 + at * 64)}`

const Call = z.looseObject({
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  data: z._default(z.string(), "0x"),
  value: z._default(z.string(), "0x0"),
})
const Block = z.object({
  blockStateCalls: z.tuple([
    z.object({ stateOverrides: z.record(z.string(), z.unknown()), calls: z.array(Call) }),
  ]),
})

const transfer = topic("Transfer(address,address,uint256)")

/** What spenders may take in the simulation so far, by token and spender. */
type Allowances = Map<string, bigint>

/** The events that tokens and collections emit for the calls that every one of them has. */
const toOwnLogs = (
  { me }: EvmWorld,
  { data, to = zeroAddress }: z.infer<typeof Call>,
  allowed: Allowances,
) => {
  const log = (name: string, topics: readonly Hex[], more: Hex) => [
    { address: to, topics: [topic(name), ...topics], data: more },
  ]
  const approve = (units: bigint) => {
    allowed.set(to + wordAt(data, 0), units)
    return log("Approval(address,address,uint256)", [toAddressWord(me), wordAt(data, 0)], word(units))
  }
  switch (data.slice(0, 10)) {
    case "0x095ea7b3":
      return approve(BigInt(wordAt(data, 1)))
    // increaseAllowance, increaseApproval
    case "0x39509351":
    case "0xd73dd623":
      return approve((allowed.get(to + wordAt(data, 0)) ?? 0n) + BigInt(wordAt(data, 1)))
    case "0xa22cb465":
      return log(
        "ApprovalForAll(address,address,bool)",
        [toAddressWord(me), wordAt(data, 0)],
        wordAt(data, 1),
      )
    case "0xf2fde38b":
      return log("OwnershipTransferred(address,address)", [toAddressWord(me), wordAt(data, 0)], "0x")
    default:
      return []
  }
}

const toMoveLog = ({ amount, asset, from, id, to }: z.infer<typeof OutsideMove>) => ({
  address: asset,
  topics: [transfer, toAddressWord(from), toAddressWord(to), ...(id === undefined ? [] : [word(BigInt(id))])],
  data: id === undefined ? word(BigInt(amount ?? "0")) : "0x",
})

/** Returns what `moves` change of the account's amount of an asset. */
const sumMoves = ({ me, moves }: EvmWorld, asset: string): bigint =>
  moves
    .filter((one) => one.asset === asset && one.id === undefined)
    .reduce(
      (sum, { amount = "0", from, to }) =>
        sum + (to === me ? BigInt(amount) : 0n) - (from === me ? BigInt(amount) : 0n),
      0n,
    )

const callToken = (world: EvmWorld, to: string, data: string): Hex => {
  const token = world.tokens.get(to)
  const owner = `0x${data.slice(34, 74)}`
  switch (data.slice(0, 10)) {
    case "0x70a08231": {
      if (owner !== world.me) return word(0)
      return word(token === undefined ? (world.collectibles.has(to) ? 1 : 0) : BigInt(token.holds))
    }
    case "0x6352211e":
      return world.collectibles.get(to) === BigInt(wordAt(data, 0)).toString()
        ? toAddressWord(world.me)
        : "0x"
    case "0x95d89b41":
    case "0x06fdde03":
      return text(token?.symbol ?? "Collection")
    case "0x313ce567":
      return token === undefined ? "0x" : word(token.decimals)
    case "0x18160ddd":
      return word(token === undefined ? 10_000n : 10n ** BigInt(token.decimals + 9))
    default:
      return "0x"
  }
}

/** Makes a node of a world: it simulates `moves` for whatever is sent, and the events of the usual calls. */
export const makeEvmNode = (world: EvmWorld) =>
  makeScriptedRpc((method, [first]) => {
    switch (method) {
      case "eth_getCode": {
        const address = String(first).toLowerCase()
        return address === world.me || world.people.has(address) ? "0x" : "0x60"
      }
      case "eth_getBalance":
        return toHex(world.ether)
      case "eth_gasPrice":
        return "0x3b9aca00"
      case "eth_maxPriorityFeePerGas":
        return "0x1"
      case "eth_getBlockByNumber":
        return { number: "0x1", timestamp: "0x692a0000", baseFeePerGas: "0x3b9aca00" }
      case "eth_call": {
        const { data, to = "" } = Call.parse(first)
        return callToken(world, to.toLowerCase(), data)
      }
      case "eth_simulateV1":
        return [{ calls: simulate(world, first) }]
      default:
        return undefined
    }
  }).rpc

/** The address that transfers of the native currency are reported by. */
const currency = `0x${"ee".repeat(20)}`

const reportPayment = ({ from = zeroAddress, to = zeroAddress, value }: z.infer<typeof Call>) =>
  BigInt(value) === 0n
    ? []
    : [
        {
          address: currency,
          topics: [transfer, toAddressWord(from), toAddressWord(to)],
          data: word(BigInt(value)),
        },
      ]

const simulate = (world: EvmWorld, asked: unknown) => {
  const [{ calls, stateOverrides }] = Block.parse(asked).blockStateCalls
  const allowed: Allowances = new Map()
  let hasMoved = false
  return calls.map((call) => {
    const to = call.to?.toLowerCase() ?? zeroAddress
    const isRead = to in stateOverrides || call.data.startsWith("0x70a08231")
    const done = { status: "0x1", gasUsed: "0x5208" }
    if (isRead) {
      const isNative = to in stateOverrides
      const owner = `0x${call.data.slice(-40)}`
      const before = isNative
        ? owner === world.me
          ? world.ether
          : 0n
        : BigInt(callToken(world, to, call.data))
      const change = hasMoved && owner === world.me ? sumMoves(world, isNative ? "eth" : to) : 0n
      return { ...done, returnData: word(before + change), logs: reportPayment(call) }
    }
    const moved = hasMoved
      ? []
      : world.moves.map((one) => toMoveLog(one.asset === "eth" ? { ...one, asset: currency } : one))
    hasMoved = true
    return { ...done, returnData: word(1), logs: [...moved, ...toOwnLogs(world, { ...call, to }, allowed)] }
  })
}
