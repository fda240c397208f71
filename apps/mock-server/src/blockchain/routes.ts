import { getBalance, getHistory, getIdentity, getSupportedChains } from "@wmodal/api"
import type { Hono } from "hono"
import type { Env } from "../http/Env.ts"
import { implement } from "../http/implement.ts"
import { nameOf } from "../names/nameOf.ts"
import { onrampHistory } from "../onramp/onrampHistory.ts"
import { findAccounts, invalidAddress, isServedAddress, servedNetworks } from "./findAccounts.ts"
import { historyPage } from "./historyPage.ts"

export const addBlockchainRoutes = (app: Hono<Env>): void => {
  implement(app, getSupportedChains, {
    maxAge: 86_400,
    answer: () => ({ http: [...servedNetworks.keys()], ws: [] }),
  })

  implement(app, getIdentity, {
    maxAge: 300,
    answer: ({ world, param }) => {
      const address = param("address")
      if (!isServedAddress(address)) throw invalidAddress()
      const identity = nameOf(world, address) ?? { name: null, avatar: null }
      return { ...identity, resolvedAt: new Date(world.now()).toISOString() }
    },
  })

  implement(app, getBalance, {
    maxAge: 0,
    answer: async ({ param, query: { chainId }, world, origin, header, sdkVersion }) => {
      const accounts = await findAccounts({ world, address: param("address"), chainId, origin })
      // Who does not say who asks gets an empty answer and no error. Source: the AppKit 1.7.2 wire.
      if (!header("origin") || !sdkVersion) return { balances: [] }
      const balances = await Promise.all(accounts.map(([source, account]) => source.balances(account)))
      return { balances: balances.flat() }
    },
  })

  implement(app, getHistory, {
    maxAge: 0,
    answer: async ({ param, query: { chainId, cursor, onramp }, world, origin }) => {
      const accounts = await findAccounts({ world, address: param("address"), chainId, origin })
      if (onramp !== undefined) return historyPage(onrampHistory(world, param("address")), cursor)
      const histories = await Promise.all(accounts.map(([source, account]) => source.history(account)))
      const newestFirst = histories
        .flat()
        .toSorted((one, other) => Date.parse(other.metadata.minedAt) - Date.parse(one.metadata.minedAt))
      return historyPage(newestFirst, cursor)
    },
  })
}
