import type { postNameAccount } from "@wmodal/api"
import { etherCoinType, type Network, toEvmChainId } from "@wmodal/protocol"
import { getAddress } from "viem"
import * as z from "zod/mini"
import { servedNetworks } from "../evm/networks.ts"
import { jsonOf } from "../http/decoded.ts"
import { parseEvmAddress } from "../http/EvmAccount.ts"
import { Failed } from "../http/Failed.ts"
import { isPersonalSignature } from "../signatures/PersonalSignature.ts"
import type { World } from "../world/World.ts"
import { parseName } from "./Name.ts"
import { type RegisteredName, registryOf } from "./Registry.ts"

/** Seconds by which the time of a message may be off. */
const tolerance = 10

/** What a person signs. `timestamp` is in Unix seconds. */
const Message = z.object({
  name: z.string(),
  attributes: z.record(z.string(), z.string()),
  timestamp: z.number(),
})

/**
 * Registers a name for whoever signed for it.
 * @throws Failed: 400 for what nobody may have or nobody may say, 401 for a signature that is another's.
 */
export const claimName = async (
  world: World,
  body: z.output<typeof postNameAccount.body>,
): Promise<RegisteredName> => {
  const network = networkOfCoin(body.coin_type)
  const address = getAddress(parseEvmAddress("address", body.address))
  const { name, attributes, timestamp } = decodeMessage(body.message)
  const { label, zone } = parseName(name)
  if (!(Math.abs(world.wallNow() / 1000 - timestamp) <= tolerance))
    throw refused("timestamp", `The message is more than ${tolerance} seconds old or ahead of its time`)
  const { message, signature } = body
  if (!(await isPersonalSignature({ world, network, address, message, signature })))
    throw new Failed({ status: 401, field: "signature", description: "Invalid signature" })
  const registry = registryOf(world)
  if (registry.find(name) !== undefined) throw refused("name", "Name is already registered")
  const coinTypes = [...new Set([etherCoinType, body.coin_type])]
  return registry.register({ name: `${label}.${zone}`, address, coinTypes, attributes, now: world.now() })
}

const decodeMessage = (text: string): z.output<typeof Message> => {
  const decoded = Message.safeParse(jsonOf(text))
  if (!decoded.success)
    throw refused("message", `Not a registration: ${decoded.error.issues[0]?.path.join(".") || "not JSON"}`)
  return decoded.data
}

const networkOfCoin = (coinType: number): Network => {
  const network = servedNetworks.get(`eip155:${toEvmChainId(coinType)}`)
  if (network === undefined) throw refused("coin_type", "Not the coin type of a network that is served here")
  return network
}

const refused = (field: string, description: string) => new Failed({ status: 400, field, description })
