import type { NameRecord } from "@wmodal/api"
import { etherCoinType } from "@wmodal/protocol"
import { accounts } from "../evm/accounts.ts"
import { genesisTimestamp } from "../evm/genesis.ts"
import { perWorld } from "../world/perWorld.ts"

/** The registration of a name. Times are ISO 8601. */
export type RegisteredName = NameRecord & {
  readonly name: string
  readonly registered_at: string
  readonly updated_at: string
  readonly attributes: Readonly<Record<string, string>> | null
  readonly addresses: Record<string, { readonly address: string; readonly created_at: string }>
}

interface Registration {
  /** The full name with its zone, which must be available. */
  readonly name: string
  /** Plain address. */
  readonly address: string
  /** Each a SLIP-44 number. */
  readonly coinTypes: readonly number[]
  readonly attributes: Readonly<Record<string, string>>
  /** UTC milliseconds. */
  readonly now: number
}

/** The owners of names in one world. */
export interface NameRegistry {
  readonly find: (name: string) => RegisteredName | undefined
  /** Returns the names of a plain address, newest first. */
  readonly findByAddress: (address: string) => readonly RegisteredName[]
  readonly register: (registration: Registration) => RegisteredName
}

/** The initial names of the first test accounts. */
const initialNames = ["vera", "milo", "ines", "otto", "juno"] as const

const makeNameRegistry = (): NameRegistry => {
  const byName = new Map<string, RegisteredName>()

  const register = ({ name, address, coinTypes, attributes, now }: Registration): RegisteredName => {
    const time = new Date(now).toISOString()
    const record = {
      name,
      registered_at: time,
      updated_at: time,
      attributes: Object.keys(attributes).length === 0 ? null : attributes,
      addresses: Object.fromEntries(coinTypes.map((type) => [type, { address, created_at: time }])),
    }
    byName.set(name, record)
    return record
  }

  initialNames.forEach((label, index) => {
    const address = accounts[index]
    if (address === undefined) return
    const now = genesisTimestamp * 1000
    register({ name: `${label}.wmodal.id`, address, coinTypes: [etherCoinType], attributes: {}, now })
  })

  return {
    find: (name) => byName.get(name),
    findByAddress: (address) =>
      [...byName.values()]
        .filter((record) => record.addresses[etherCoinType]?.address.toLowerCase() === address.toLowerCase())
        .toReversed(),
    register,
  }
}

/** Returns the registry of a world, for names, reverse lookup and identities. */
export const getRegistry = perWorld(makeNameRegistry)
