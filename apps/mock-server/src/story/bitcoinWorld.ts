import * as z from "zod/mini"
import { bitcoinNetworks } from "../bitcoin/bitcoinNetworks.ts"
import { type ChainWorld, makeFeesReader, unsupportedOnChain, type WorldControl } from "./ChainWorld.ts"
import { StoryWorldFailed } from "./StoryWorldFailed.ts"
import { getBitcoinAccounts, getStoryAddress } from "./storyAccounts.ts"
import { accountNames } from "./storyFields.ts"

/**
 * Opens a Bitcoin network. Payments are mined with the next call on it, and not after a delay as in other worlds of
 * the mock server.
 */
export const openBitcoinWorld = async (control: WorldControl): Promise<ChainWorld> => {
  const { call, network, rpc } = control
  const found = bitcoinNetworks.get(network)
  if (found === undefined) throw new StoryWorldFailed({ detail: `unknown Bitcoin network ${network}` })
  const currency = found.network.nativeCurrency
  const query = new URLSearchParams({ chainId: network })
  const setMining: ChainWorld["setMining"] = async (mining) => {
    await call("POST", `/bitcoin/patience?${query}`, { seconds: mining === "held" ? null : 0 })
  }
  await setMining("at once")
  return {
    currency,
    getDecimals: (symbol) => {
      if (symbol !== currency.symbol) throw new StoryWorldFailed({ detail: `unknown token ${symbol}` })
      return currency.decimals
    },
    getAddresses: (name) => {
      const account = getBitcoinAccounts(network)[accountNames.findIndex((person) => person === name)]
      return account === undefined ? [getStoryAddress(name, network)] : Object.values(account)
    },
    setMining,
    mine: async (blocks) => {
      await call("POST", `/bitcoin/mine?${query}`, { blocks })
    },
    replace: async (kind) => {
      const { signReplacement } = await import("./bitcoinReplacement.ts")
      const read = async (txid: string) => z.string().parse(await rpc("getrawtransaction", txid))
      const waiting = await Promise.all(
        z
          .array(z.string())
          .parse(await rpc("getrawmempool"))
          .map(read),
      )
      await rpc("sendrawtransaction", await signReplacement({ kind, waiting, read, network: found }))
    },
    expire: unsupportedOnChain("expiry"),
    cheat: unsupportedOnChain("cheat"),
    pay: unsupportedOnChain("a payment of the world"),
    fetchFees: makeFeesReader(control),
    allowance: unsupportedOnChain("allowance"),
  }
}
