import { isSameAddress } from "@wmodal/protocol"
import type { AssetAmount, Trade } from "../../effects/Trade.ts"
import type { DecodedTypedData } from "../explain/data/DecodedTypedData.ts"
import { findRouterVersion } from "../universalRouter/deployments.ts"
import { type MessageReader, readMessage } from "./MessageReader.ts"
import { toAsset } from "./toAsset.ts"

/** The reactors of UniswapX, as `chain id:address` in lower case, with the orders that each fulfils. Source: docs.uniswap.org. */
const reactors: ReadonlyMap<string, string> = new Map([
  ["1:0x6000da47483062a0d734ba3dc7576ce6a0b645c4", "ExclusiveDutchOrder"],
  ["1:0x00000011f84b9aa48e5f8aa8b9897600006289be", "V2DutchOrder"],
  ["42161:0x1bd1aadc9e230626c44a139d7e70d842749351eb", "V2DutchOrder"],
  ["42161:0xb274d5f4b833b61b340b654d600a864fb604a87c", "V3DutchOrder"],
  ["8453:0x000000001ec5656dcdb24d90dfa42742738de729", "PriorityOrder"],
  ["130:0x00000006021a6bce796be7ba509bbba71e956e37", "PriorityOrder"],
])

const permit2 = 0x000000000022d473030f116ddee9f6b43ac78ba3n

/** Where each order has what it returns, and the amounts of it: the least of them is the worst for the account. Source: UniswapX. */
const outputs: ReadonlyMap<string, readonly [list: string, amounts: readonly string[]]> = new Map([
  ["ExclusiveDutchOrder", ["outputs", ["startAmount", "endAmount"]]],
  ["V2DutchOrder", ["baseOutputs", ["startAmount", "endAmount"]]],
  ["V3DutchOrder", ["baseOutputs", ["startAmount", "minAmount"]]],
  ["PriorityOrder", ["outputs", ["amount"]]],
])

const toKey = (chainId: bigint, address: string) => `${chainId}:${address.toLowerCase()}`

/** A Permit2 transfer with a witness, without it, and the type of the witness. */
const witnessType =
  /^Permit(Batch)?WitnessTransferFrom\((TokenPermissions(?:\[\])? permitted,address spender,uint256 nonce,uint256 deadline),([^ ,()[\]]+) (\w+)\)/

const permissionsType = "TokenPermissions(address token,uint256 amount)"

/** A Permit2 transfer with a witness: what its spender promises to check, such as an order. */
export interface WitnessTransfer {
  /** The type of the same transfer without the witness. */
  readonly plainType: string
  /** The member that has the witness. */
  readonly witness: string
  /**
   * A `reactor` honours the witness. A Universal Router (`router`) takes nothing by a transfer that it is the spender of.
   * Of any `other` it is not known what it does with the signature.
   */
  readonly spender: "reactor" | "router" | "other"
}

/** Returns what a Permit2 transfer with a witness allows; `null` for any other message. Source: Permit2. */
export const findWitnessTransfer = (
  { domain, message, type }: DecodedTypedData,
  chainId: bigint,
): WitnessTransfer | null => {
  const [, batch = "", members, , witness = ""] = witnessType.exec(type) ?? []
  const contract = BigInt(readMessage(domain).address("verifyingContract") || "0x0")
  if (members === undefined || contract !== permit2 || !type.includes(permissionsType)) return null
  const spender = readMessage(message).address("spender")
  return {
    plainType: `Permit${batch}TransferFrom(${members})${permissionsType}`,
    witness,
    spender: findSpender(chainId, spender),
  }
}

/** Returns what is known of a spender of Permit2, in any case. */
export const findSpender = (chainId: bigint, spender: string): WitnessTransfer["spender"] =>
  reactors.has(toKey(chainId, spender))
    ? "reactor"
    : findRouterVersion(chainId, spender) === null
      ? "other"
      : "router"

/**
 * Decodes an order of UniswapX as the trade that it allows, at its worst price: the reactor takes what the transfer
 * permits, and pays at least the least amount of each output to the account, and at most the most to others.
 * @returns `null` unless its reactor fulfils it for `from`
 */
export const decodeWitnessOrder = (
  read: DecodedTypedData,
  { chainId, from }: { readonly chainId: bigint; readonly from: string },
): Trade | null => {
  const transfer = findWitnessTransfer(read, chainId)
  const message = readMessage(read.message)
  const [order] = transfer === null ? [] : message.list(transfer.witness)
  const [, , , name = ""] = witnessType.exec(read.type) ?? []
  const spender = message.address("spender")
  const [list, amounts] = outputs.get(name) ?? []
  const [info] = order?.list("info") ?? []
  if (
    order === undefined ||
    info === undefined ||
    list === undefined ||
    amounts === undefined ||
    reactors.get(toKey(chainId, spender)) !== name ||
    !isSameAddress(info.address("reactor"), spender) ||
    !isSameAddress(info.address("swapper"), from)
  )
    return null
  const isOwn = (item: MessageReader) => isSameAddress(item.address("recipient"), from)
  const toOutput =
    (isChosen: (amount: bigint, than: bigint) => boolean) =>
    (item: MessageReader): AssetAmount => ({
      asset: toAsset(item.address("token"), "zero"),
      units: amounts.map(item.number).reduce((found, amount) => (isChosen(amount, found) ? amount : found)),
    })
  const returned = order.list(list)
  return {
    gives: message.list("permitted").map((item) => ({
      asset: toAsset(item.address("token"), "none"),
      units: item.number("amount"),
    })),
    gets: returned.filter(isOwn).map(toOutput((amount, least) => amount < least)),
    others: returned.filter((item) => !isOwn(item)).map(toOutput((amount, most) => amount > most)),
  }
}
