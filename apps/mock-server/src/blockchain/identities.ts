import { accounts } from "../evm/accounts.ts"
import { shapeIcon } from "../images/Icon.ts"

const names = ["vera", "milo", "ines", "otto", "juno"] as const

/** By lower-case address: the first test accounts have names, the others have none. */
export const identities: ReadonlyMap<string, { readonly name: string; readonly avatar: string }> = new Map(
  names.flatMap((name, index) => {
    const address = accounts[index]
    if (address === undefined) return []
    const avatar = `data:image/svg+xml;base64,${Buffer.from(shapeIcon(address)).toString("base64")}`
    return [[address.toLowerCase(), { name: `${name}.wmodal.id`, avatar }] as const]
  }),
)
