import { getBalance, getHistory, getIdentity, getSupportedChains } from "@wmodal/api"
import type { Hono } from "hono"
import type { Env } from "../http/Env.ts"
import { mountContract } from "../http/mountContract.ts"
import { findPrimaryName } from "../names/findPrimaryName.ts"
import { getOnrampHistory } from "../onramp/onrampHistory.ts"
import { findAccounts, isServedAddress, makeInvalidAddressError, servedNetworks } from "./findAccounts.ts"
import { makeHistoryPage } from "./historyPage.ts"

export const addBlockchainRoutes = (app: Hono<Env>): void => {
  mountContract(app, getSupportedChains, {
    maxAge: 86_400,
    answer: () => ({ http: [...servedNetworks.keys()], ws: [] }),
  })

  mountContract(app, getIdentity, {
    maxAge: 300,
    answer: ({ world, param }) => {
      const address = param("address")
      if (!isServedAddress(address)) throw makeInvalidAddressError()
      const identity = findPrimaryName(world, address) ?? { name: null, avatar: null }
      return { ...identity, resolvedAt: new Date(world.now()).toISOString() }
    },
  })

  mountContract(app, getBalance, {
    maxAge: 0,
    answer: async ({ param, query: { chainId }, world, origin, header, sdkVersion }) => {
      const accounts = await findAccounts({ world, address: param("address"), chainId, origin })
      // A request without a sender gets an empty response and no error. Source: the AppKit 1.7.2 wire.
      if (!header("origin") || !sdkVersion) return { balances: [] }
      const balances = await Promise.all(accounts.map(([source, account]) => source.balances(account)))
      return { balances: balances.flat() }
    },
  })

  mountContract(app, getHistory, {
    maxAge: 0,
    answer: async ({ param, query: { chainId, cursor, onramp }, world, origin }) => {
      const accounts = await findAccounts({ world, address: param("address"), chainId, origin })
      if (onramp !== undefined) return makeHistoryPage(getOnrampHistory(world, param("address")), cursor)
      const histories = await Promise.all(accounts.map(([source, account]) => source.history(account)))
      const newestFirst = histories
        .flat()
        .toSorted((one, other) => Date.parse(other.metadata.minedAt) - Date.parse(one.metadata.minedAt))
      return makeHistoryPage(newestFirst, cursor)
    },
  })
}
