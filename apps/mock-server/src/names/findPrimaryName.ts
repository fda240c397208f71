import { getAddress, type Hex, isAddress } from "viem"
import { makeShapeIcon } from "../images/Icon.ts"
import type { World } from "../world/World.ts"
import { getRegistry } from "./NameRegistry.ts"

/** Returns the main name of a plain EVM address and its avatar; `null` when it has no name. */
export const findPrimaryName = (
  world: World,
  address: string,
): { readonly name: string; readonly avatar: string } | null => {
  const [record] = getRegistry(world).findByAddress(address)
  return record === undefined ? null : { name: record.name, avatar: makeAvatarUrl(address) }
}

/** Makes a `data:` URL that does not depend on the address's letter case. */
const makeAvatarUrl = (address: string): string => {
  const icon = makeShapeIcon(isEvmAddress(address) ? getAddress(address) : address)
  return `data:image/svg+xml;base64,${Buffer.from(icon).toString("base64")}`
}

const isEvmAddress = (text: string): text is Hex => isAddress(text, { strict: false })
