import {
  getNameAccount,
  getNameReverse,
  getNameSuggestions,
  type NameRecord,
  postNameAccount,
} from "@wmodal/api"
import { isValidAddress, namespaces } from "@wmodal/protocol"
import type { Hono } from "hono"
import type { Env } from "../http/Env.ts"
import { Failed } from "../http/Failed.ts"
import { implement } from "../http/implement.ts"
import { claimName } from "./claim.ts"
import { checkLabel, checkZone } from "./Name.ts"
import { registryOf } from "./Registry.ts"
import { suggestNames } from "./suggestions.ts"

/** The name service. What nobody knows is an empty list to version 2, and a 404 to whoever names no version. */
export const addNameRoutes = (app: Hono<Env>): void => {
  implement(app, getNameAccount, {
    maxAge: 0,
    answer: ({ world, param, query }): NameRecord | [] => {
      const name = param("name").toLowerCase()
      if (!name.includes(".")) throw new Failed({ status: 400, field: "name", description: "Invalid name" })
      const record = registryOf(world).find(name)
      if (record !== undefined) return record
      if (query.apiVersion === undefined) throw unknown("name")
      return []
    },
  })

  implement(app, getNameReverse, {
    maxAge: 0,
    answer: ({ world, param, query }) => {
      const address = param("address")
      if (!namespaces.some((namespace) => isValidAddress(namespace, address)))
        throw new Failed({ status: 400, field: "address", description: "Provided address is invalid" })
      const records = registryOf(world).of(address)
      if (records.length === 0 && query.apiVersion === undefined) throw unknown("address")
      return [...records]
    },
  })

  implement(app, getNameSuggestions, {
    maxAge: 0,
    answer: ({ world, param, query }) => {
      const zone = checkZone(query.zone)
      const label = checkLabel(param("name").toLowerCase())
      return { suggestions: suggestNames(registryOf(world), { label, zone }) }
    },
  })

  implement(app, postNameAccount, { maxAge: 0, answer: ({ world, body }) => claimName(world, body) })
}

const unknown = (field: string) => new Failed({ status: 404, field, description: "Name is not registered" })
