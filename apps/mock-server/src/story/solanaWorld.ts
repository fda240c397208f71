import { servedSolanaNetworks } from "../solana/solanaChains.ts"
import { solanaTokens } from "../solana/solanaTokens.ts"
import { type ChainWorld, type Control, feesInState, notHere } from "./ChainWorld.ts"
import { addressOfPerson } from "./cast.ts"
import { StoryWorldFailed } from "./StoryWorldFailed.ts"

/** Blocks after which nobody waits for a transaction any more: its blockhash lives for 150, and so does one that a wallet may have put in its place. */
const lifetime = 400

/** A network of Solana. The chain is used from here on, so that the state knows of it. */
export const openSolanaWorld = async (control: Control): Promise<ChainWorld> => {
  const { call, network, rpc } = control
  const currency = servedSolanaNetworks.get(network)?.nativeCurrency
  if (currency === undefined) throw new StoryWorldFailed({ detail: `there is no Solana network ${network}` })
  const mining = async (change: unknown) => {
    await call("POST", `/solana/mining?${new URLSearchParams({ chainId: network })}`, change)
  }
  await rpc("getHealth")
  return {
    currency,
    decimalsOf: (symbol) => {
      const token = symbol === currency.symbol ? currency : solanaTokens.find((one) => one.symbol === symbol)
      if (token === undefined) throw new StoryWorldFailed({ detail: `there is no token ${symbol}` })
      return token.decimals
    },
    addressesOf: (name) => [addressOfPerson(name, network)],
    setMining: (wanted) => mining({ auto: wanted === "at once" }),
    mine: (blocks) => mining({ mine: blocks }),
    replace: notHere("replacement"),
    expire: () => mining({ pass: lifetime }),
    cheat: async (method, params) => {
      await rpc(method, ...params)
    },
    feesOf: feesInState(control),
    allowance: notHere("allowance"),
  }
}
