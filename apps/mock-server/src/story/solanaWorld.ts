import { parseAmount, parseSolanaUri } from "@wmodal/protocol"
import { Result } from "effect"
import { servedSolanaNetworks } from "../solana/solanaChains.ts"
import { solanaTokens } from "../solana/solanaTokens.ts"
import { type ChainWorld, makeFeesReader, unsupportedOnChain, type WorldControl } from "./ChainWorld.ts"
import { StoryWorldFailed } from "./StoryWorldFailed.ts"
import { getStoryAddress } from "./storyAccounts.ts"

/**
 * Number of blocks until a transaction is surely expired. A blockhash lives for 150, and the wallet may replace it
 * once.
 */
const expiryBlocks = 400

/** Opens a Solana network. Uses the chain at once, so that the world's state includes it. */
export const openSolanaWorld = async (control: WorldControl): Promise<ChainWorld> => {
  const { call, network, rpc } = control
  const currency = servedSolanaNetworks.get(network)?.nativeCurrency
  if (currency === undefined) throw new StoryWorldFailed({ detail: `unknown Solana network ${network}` })
  const mining = async (change: unknown) => {
    await call("POST", `/solana/mining?${new URLSearchParams({ chainId: network })}`, change)
  }
  await rpc("getHealth")
  return {
    currency,
    getDecimals: (symbol) => {
      const token = symbol === currency.symbol ? currency : solanaTokens.find((one) => one.symbol === symbol)
      if (token === undefined) throw new StoryWorldFailed({ detail: `unknown token ${symbol}` })
      return token.decimals
    },
    getAddresses: (name) => [getStoryAddress(name, network)],
    setMining: (wanted) => mining({ auto: wanted === "at once" }),
    mine: (blocks) => mining({ mine: blocks }),
    replace: unsupportedOnChain("replacement"),
    expire: () => mining({ pass: expiryBlocks }),
    cheat: async (method, params) => {
      await rpc(method, ...params)
    },
    pay: async (uri) => {
      const link = Result.getOrNull(parseSolanaUri(uri))
      const amount = Result.getOrNull(parseAmount(link?.amount ?? "", currency.decimals))
      if (link === null || link.token !== undefined || amount === null)
        throw new StoryWorldFailed({ detail: `${uri} requests no ${currency.symbol}` })
      await rpc("litesvm_airdrop", link.recipient, Number(amount))
    },
    fetchFees: makeFeesReader(control),
    allowance: unsupportedOnChain("allowance"),
  }
}
