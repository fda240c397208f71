import type { AssetAmount, Trade } from "../../effects/Trade.ts"
import type { DecodedTypedData } from "../explain/data/DecodedTypedData.ts"
import { type MessageReader, readMessage } from "./MessageReader.ts"
import { toAsset } from "./toAsset.ts"

/** The settlement contract of CoW Protocol. */
export const cowSettlement = 0x9008d19f58aabd9ed0d60971565aa8510560ab41n

/**
 * Decodes a signed order as the trade that it allows, at its worst price. Source: Seaport 1.1 to 1.6, CoW Protocol.
 * @returns `null` if it is no order
 */
export const decodeOrderTrade = ({ domain, message, type }: DecodedTypedData): Trade | null => {
  const [name = ""] = type.split("(")
  const order = readMessage(message)
  if (name === "OrderComponents") return toSeaportTrade(order)
  const contract = BigInt(readMessage(domain).address("verifyingContract") || "0x0")
  if (name !== "Order" || contract !== cowSettlement) return null
  const sold = toAsset(order.address("sellToken"), "none")
  return {
    gives: [{ asset: sold, units: order.number("sellAmount") + order.number("feeAmount") }],
    gets: [{ asset: toAsset(order.address("buyToken"), "eeee"), units: order.number("buyAmount") }],
  }
}

const toSeaportTrade = (order: MessageReader): Trade => {
  const isOwn = (item: MessageReader) => item.address("recipient") === order.address("offerer")
  const received = order.list("consideration")
  return {
    gives: order.list("offer").map((item) => toAmount(item, "most")),
    gets: received.filter(isOwn).map((item) => toAmount(item, "least")),
    others: received.filter((item) => !isOwn(item)).map((item) => toAmount(item, "most")),
  }
}

/** The amount of an item moves from its start to its end while the order is open. */
const toAmount = (item: MessageReader, which: "least" | "most"): AssetAmount => {
  const [start, end] = [item.number("startAmount"), item.number("endAmount")]
  const units = start < end === (which === "least") ? start : end
  const token = item.address("token")
  return item.number("itemType") >= 2n
    ? { asset: { _tag: "Collectible", id: `${token} ${item.number("identifierOrCriteria")}` }, units }
    : { asset: item.number("itemType") === 0n ? { _tag: "Native" } : toAsset(token, "none"), units }
}
