import {
  getNameAccount,
  getNameReverse,
  getNameSuggestions,
  type NameRecord,
  type NameSuggestion,
  postNameAccount,
} from "@wmodal/api"
import { isValidAddress, namespaces } from "@wmodal/protocol"
import type { Hono } from "hono"
import type { Env } from "../http/Env.ts"
import { mountContract } from "../http/mountContract.ts"
import { RequestError } from "../http/RequestError.ts"
import { claimName } from "./claim.ts"
import { checkLabel, checkZone, maxLabelLength, type Name } from "./Name.ts"
import { getRegistry, type NameRegistry } from "./NameRegistry.ts"

/** Includes the exact name. */
const maxSuggestions = 5

/** Returns the requested name, available or not, then similar available ones, stable until one is registered. */
const suggestNames = (registry: Pick<NameRegistry, "find">, { label, zone }: Name): NameSuggestion[] => {
  const exact = `${label}.${zone}`
  const suggestions = [{ name: exact, registered: registry.find(exact) !== undefined }]
  for (let n = 1; suggestions.length < maxSuggestions; n += 1) {
    const name = `${label.slice(0, maxLabelLength - String(n).length)}${n}.${zone}`
    if (name !== exact && registry.find(name) === undefined) suggestions.push({ name, registered: false })
  }
  return suggestions
}

/** Adds the name service. An unknown name is an empty list to version 2, and a 404 to clients without a version. */
export const addNameRoutes = (app: Hono<Env>): void => {
  mountContract(app, getNameAccount, {
    maxAge: 0,
    answer: ({ world, param, query }): NameRecord | [] => {
      const name = param("name").toLowerCase()
      if (!name.includes("."))
        throw new RequestError({ status: 400, field: "name", description: "Invalid name" })
      const record = getRegistry(world).find(name)
      if (record !== undefined) return record
      if (query.apiVersion === undefined) throw nameNotFound("name")
      return []
    },
  })

  mountContract(app, getNameReverse, {
    maxAge: 0,
    answer: ({ world, param, query }) => {
      const address = param("address")
      if (!namespaces.some((namespace) => isValidAddress(namespace, address)))
        throw new RequestError({ status: 400, field: "address", description: "Provided address is invalid" })
      const records = getRegistry(world).findByAddress(address)
      if (records.length === 0 && query.apiVersion === undefined) throw nameNotFound("address")
      return [...records]
    },
  })

  mountContract(app, getNameSuggestions, {
    maxAge: 0,
    answer: ({ world, param, query }) => {
      const zone = checkZone(query.zone)
      const label = checkLabel(param("name").toLowerCase())
      return { suggestions: suggestNames(getRegistry(world), { label, zone }) }
    },
  })

  mountContract(app, postNameAccount, { maxAge: 0, answer: ({ world, body }) => claimName(world, body) })
}

const nameNotFound = (field: string) =>
  new RequestError({ status: 404, field, description: "Name is not registered" })
