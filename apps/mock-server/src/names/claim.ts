import type { postNameAccount } from "@wmodal/api"
import { etherCoinType, type Network, toEvmChainId } from "@wmodal/protocol"
import { getAddress } from "viem"
import * as z from "zod/mini"
import { servedEvmNetworks } from "../evm/networks.ts"
import { parseJson } from "../http/decodePart.ts"
import { parseEvmAddress } from "../http/EvmAccount.ts"
import { RequestError } from "../http/RequestError.ts"
import { isPersonalSignature } from "../signatures/PersonalSignature.ts"
import type { World } from "../world/World.ts"
import { parseName } from "./Name.ts"
import { getRegistry, type RegisteredName } from "./NameRegistry.ts"

/** Tolerance of a message's timestamp, in seconds. */
const timestampToleranceSeconds = 10

/** The message that a user signs. `timestamp` is in Unix seconds. */
const Message = z.object({
  name: z.string(),
  attributes: z.record(z.string(), z.string()),
  timestamp: z.number(),
})

/**
 * Registers a name for the signer.
 * @throws Failed: 400 for an unavailable name or an invalid message, 401 for a signature of another account.
 */
export const claimName = async (
  world: World,
  body: z.output<typeof postNameAccount.body>,
): Promise<RegisteredName> => {
  const network = getCoinNetwork(body.coin_type)
  const address = getAddress(parseEvmAddress("address", body.address))
  const { name, attributes, timestamp } = decodeMessage(body.message)
  const { label, zone } = parseName(name)
  if (!(Math.abs(world.wallNow() / 1000 - timestamp) <= timestampToleranceSeconds))
    throw claimRejected("timestamp", `The timestamp is more than ${timestampToleranceSeconds} seconds off`)
  const { message, signature } = body
  if (!(await isPersonalSignature({ world, network, address, message, signature })))
    throw new RequestError({ status: 401, field: "signature", description: "Invalid signature" })
  const registry = getRegistry(world)
  if (registry.find(name) !== undefined) throw claimRejected("name", "Name is already registered")
  const coinTypes = [...new Set([etherCoinType, body.coin_type])]
  return registry.register({ name: `${label}.${zone}`, address, coinTypes, attributes, now: world.now() })
}

const decodeMessage = (text: string): z.output<typeof Message> => {
  const decoded = Message.safeParse(parseJson(text))
  if (!decoded.success)
    throw claimRejected(
      "message",
      `Invalid registration: ${decoded.error.issues[0]?.path.join(".") || "not JSON"}`,
    )
  return decoded.data
}

const getCoinNetwork = (coinType: number): Network => {
  const network = servedEvmNetworks.get(`eip155:${toEvmChainId(coinType)}`)
  if (network === undefined) throw claimRejected("coin_type", "Unsupported coin type")
  return network
}

const claimRejected = (field: string, description: string) =>
  new RequestError({ status: 400, field, description })
