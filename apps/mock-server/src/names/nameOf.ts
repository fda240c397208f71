import { getAddress, type Hex, isAddress } from "viem"
import { shapeIcon } from "../images/Icon.ts"
import type { World } from "../world/World.ts"
import { registryOf } from "./Registry.ts"

/** The main name of a plain EVM address and the picture that goes with it; `null` where it has none. */
export const nameOf = (
  world: World,
  address: string,
): { readonly name: string; readonly avatar: string } | null => {
  const [record] = registryOf(world).of(address)
  return record === undefined ? null : { name: record.name, avatar: avatarOf(address) }
}

/** A `data:` URL, the same however the address is written. */
const avatarOf = (address: string): string => {
  const icon = shapeIcon(isEvm(address) ? getAddress(address) : address)
  return `data:image/svg+xml;base64,${Buffer.from(icon).toString("base64")}`
}

const isEvm = (text: string): text is Hex => isAddress(text, { strict: false })
