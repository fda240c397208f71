import type { CaipNetworkId } from "@wmodal/protocol"
import { bitcoinAccounts } from "../bitcoin/bitcoinAccounts.ts"
import { bitcoinNetworks } from "../bitcoin/bitcoinNetworks.ts"
import { accounts } from "../evm/accounts.ts"
import { exchangeAddress } from "../evm/exchange.ts"
import { thieves } from "../evm/thieves.ts"
import { type Token, tokens } from "../evm/tokens.ts"
import { solanaAccounts } from "../solana/solanaAccounts.ts"
import { StoryWorldFailed } from "./StoryWorldFailed.ts"
import { chainOf, type contracts, people } from "./words.ts"

/** The address of whom a story names, on a network; other texts stay. On Bitcoin it is the one for payments. */
export const addressOfPerson = (name: string, network: CaipNetworkId): string => {
  const place = people.findIndex((person) => person === name)
  switch (chainOf(network)) {
    case "solana":
      return solanaAccounts[place] ?? name
    case "bip122":
      return bitcoinAccountsOn(network)[place]?.segwit ?? name
    default:
      return accounts[place] ?? name
  }
}

/** By people. */
export const bitcoinAccountsOn = (network: CaipNetworkId) =>
  bitcoinAccounts[bitcoinNetworks.get(network)?.addresses ?? "mainnet"]

const byName = { exchange: exchangeAddress, thief: thieves.keep } satisfies Record<
  (typeof contracts)[number],
  `0x${string}`
>

/** The address of whom, or of what, a story names on the EVM; EIP-55 where it is ours. */
export const contractOfStory = (name: string): `0x${string}` =>
  hexOf(name === "exchange" || name === "thief" ? byName[name] : addressOfPerson(name, "eip155:1"))

/** @throws StoryWorldFailed where there is none of that symbol */
export const tokenOfStory = (symbol: string): Token => {
  const token = tokens.find((one) => one.symbol === symbol)
  if (token === undefined) throw new StoryWorldFailed({ detail: `there is no token ${symbol}` })
  return token
}

export const hexOf = (text: string): `0x${string}` => `0x${text.replace(/^0x/, "")}`
