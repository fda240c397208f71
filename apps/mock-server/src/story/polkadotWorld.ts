import { polkadot } from "@wmodal/protocol/networks"
import type { ChainWorld } from "./ChainWorld.ts"
import { StoryWorldFailed } from "./StoryWorldFailed.ts"
import { getStoryAddress } from "./storyAccounts.ts"

/** Opens the world of a Polkadot network: it has accounts that sign, and no node. */
export const openPolkadotWorld = (): ChainWorld => {
  const refuse = (): never => {
    throw new StoryWorldFailed({ detail: "Polkadot has no node here" })
  }
  const refused = async () => refuse()
  return {
    currency: polkadot.nativeCurrency,
    getDecimals: refuse,
    getAddresses: (name) => [getStoryAddress(name, polkadot.caipNetworkId)],
    setMining: refused,
    mine: refused,
    replace: refused,
    expire: refused,
    cheat: refused,
    pay: refused,
    fetchFees: refused,
    allowance: refused,
  }
}
