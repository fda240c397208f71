import * as z from "zod/mini"
import { bitcoinNetworks } from "../bitcoin/bitcoinNetworks.ts"
import { type ChainWorld, type Control, feesInState, notHere } from "./ChainWorld.ts"
import { addressOfPerson, bitcoinAccountsOn } from "./cast.ts"
import { StoryWorldFailed } from "./StoryWorldFailed.ts"
import { people } from "./words.ts"

/**
 * A network of Bitcoin. Payments are mined with the next call that is made there, and not, as elsewhere in a world of
 * the mock server, after a while.
 */
export const openBitcoinWorld = async (control: Control): Promise<ChainWorld> => {
  const { call, network, rpc } = control
  const found = bitcoinNetworks.get(network)
  if (found === undefined) throw new StoryWorldFailed({ detail: `there is no Bitcoin network ${network}` })
  const currency = found.network.nativeCurrency
  const query = new URLSearchParams({ chainId: network })
  const setMining: ChainWorld["setMining"] = async (mining) => {
    await call("POST", `/bitcoin/patience?${query}`, { seconds: mining === "held" ? null : 0 })
  }
  await setMining("at once")
  return {
    currency,
    decimalsOf: (symbol) => {
      if (symbol !== currency.symbol) throw new StoryWorldFailed({ detail: `there is no token ${symbol}` })
      return currency.decimals
    },
    addressesOf: (name) => {
      const account = bitcoinAccountsOn(network)[people.findIndex((person) => person === name)]
      return account === undefined ? [addressOfPerson(name, network)] : Object.values(account)
    },
    setMining,
    mine: async (blocks) => {
      await call("POST", `/bitcoin/mine?${query}`, { blocks })
    },
    replace: async (kind) => {
      const { replacement } = await import("./bitcoinReplacement.ts")
      const read = async (txid: string) => z.string().parse(await rpc("getrawtransaction", txid))
      const waiting = await Promise.all(
        z
          .array(z.string())
          .parse(await rpc("getrawmempool"))
          .map(read),
      )
      await rpc("sendrawtransaction", await replacement({ kind, waiting, read, network: found }))
    },
    expire: notHere("expiry"),
    cheat: notHere("cheat"),
    feesOf: feesInState(control),
    allowance: notHere("allowance"),
  }
}
