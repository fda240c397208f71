import { getBalance, getIdentity, getSupportedChains } from "@wmodal/api"
import type { Network } from "@wmodal/protocol"
import { mainnet } from "@wmodal/protocol/networks"
import type { Hono } from "hono"
import { servedNetworks } from "../evm/networks.ts"
import type { Env } from "../http/Env.ts"
import { Failed } from "../http/Failed.ts"
import { implement } from "../http/implement.ts"
import { networkOf } from "../http/networkOf.ts"
import type { World } from "../world/World.ts"
import type { Worlds } from "../world/Worlds.ts"
import { readBalances } from "./balances.ts"
import { identities } from "./identities.ts"

const evmAddress = (text: string): string => {
  if (!/^0x[0-9a-f]{40}$/i.test(text))
    throw new Failed({ status: 400, field: "address", description: "Provided address is invalid" })
  return text
}

/** Without a chain id: those that this world has used, for no others can have changed. */
const networksOf = async (world: World, chainId: string | undefined): Promise<readonly Network[]> => {
  if (chainId !== undefined && chainId !== "") return [networkOf(chainId)]
  const used = await world.chains()
  return used.length === 0 ? [mainnet] : used.map((chain) => networkOf(chain.chainId))
}

export const addBlockchainRoutes = (app: Hono<Env>, worlds: Worlds): void => {
  implement(app, worlds, getSupportedChains, {
    maxAge: 86_400,
    answer: () => ({ http: [...servedNetworks.keys()], ws: [] }),
  })

  implement(app, worlds, getIdentity, {
    maxAge: 300,
    answer: ({ param }) =>
      identities.get(evmAddress(param("address")).toLowerCase()) ?? { name: null, avatar: null },
  })

  implement(app, worlds, getBalance, {
    maxAge: 0,
    answer: async ({ param, query, world, origin }) => {
      const address = evmAddress(param("address"))
      const networks = await networksOf(world, query.chainId)
      const balances = await Promise.all(
        networks.map(async (network) =>
          readBalances({ address, network, anvil: await world.chain(network), origin }),
        ),
      )
      return { balances: balances.flat() }
    },
  })
}
