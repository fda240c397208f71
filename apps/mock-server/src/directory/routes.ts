import { getWallets, type WalletsQuery } from "@wmodal/api"
import type { Hono } from "hono"
import type { Env } from "../http/Env.ts"
import { mountContract } from "../http/mountContract.ts"
import { type ListedWallet, wallets } from "./wallets.ts"

/** Parses a comma-separated list; `null` when the query has none. */
const parseList = (text: string | undefined): ReadonlySet<string> | null =>
  text === undefined || text === "" ? null : new Set(text.split(",").map((item) => item.trim()))

const findWallets = (query: WalletsQuery): readonly ListedWallet[] => {
  const [include, exclude, chains] = [
    parseList(query.include),
    parseList(query.exclude),
    parseList(query.chains),
  ]
  const search = query.search?.trim().toLowerCase() ?? ""
  return wallets.filter(
    (wallet) =>
      (include === null || include.has(wallet.id)) &&
      (exclude === null || !exclude.has(wallet.id)) &&
      (chains === null || (wallet.chains ?? []).some((chain) => chains.has(chain))) &&
      (!query.badge_type || wallet.badge_type === query.badge_type) &&
      wallet.name.toLowerCase().includes(search),
  )
}

export const addDirectoryRoutes = (app: Hono<Env>): void => {
  mountContract(app, getWallets, {
    maxAge: 0,
    answer: ({ query }) => {
      const found = findWallets(query)
      const page = Math.max(1, Number(query.page ?? 1))
      const entries = Math.min(100, Math.max(1, Number(query.entries ?? 40)))
      return { count: found.length, data: found.slice((page - 1) * entries, page * entries) }
    },
  })
}
