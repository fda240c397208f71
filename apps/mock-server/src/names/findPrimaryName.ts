import { getAddress, type Hex, isAddress } from "viem"
import { makeShapeIcon } from "../images/Icon.ts"
import type { World } from "../world/World.ts"
import { getRegistry } from "./NameRegistry.ts"

/** The main name of a plain EVM address and the picture that goes with it; `null` where it has none. */
export const findPrimaryName = (
  world: World,
  address: string,
): { readonly name: string; readonly avatar: string } | null => {
  const [record] = getRegistry(world).findByAddress(address)
  return record === undefined ? null : { name: record.name, avatar: makeAvatarUrl(address) }
}

/** A `data:` URL, the same however the address is written. */
const makeAvatarUrl = (address: string): string => {
  const icon = makeShapeIcon(isEvmAddress(address) ? getAddress(address) : address)
  return `data:image/svg+xml;base64,${Buffer.from(icon).toString("base64")}`
}

const isEvmAddress = (text: string): text is Hex => isAddress(text, { strict: false })
