import type { CaipNetworkId } from "@wmodal/protocol"
import { bitcoinAccounts } from "../bitcoin/bitcoinAccounts.ts"
import { bitcoinNetworks } from "../bitcoin/bitcoinNetworks.ts"
import { accounts } from "../evm/accounts.ts"
import { exchangeAddress } from "../evm/exchange.ts"
import { maliciousRouters } from "../evm/maliciousRouters.ts"
import { type Token, tokens } from "../evm/tokens.ts"
import { solanaAccounts } from "../solana/solanaAccounts.ts"
import { StoryWorldFailed } from "./StoryWorldFailed.ts"
import { accountNames, type contractNames, toStoryChain } from "./storyFields.ts"

/** The address of whom a story names, on a network; other texts stay. On Bitcoin it is the one for payments. */
export const getStoryAddress = (name: string, network: CaipNetworkId): string => {
  const place = accountNames.findIndex((person) => person === name)
  switch (toStoryChain(network)) {
    case "solana":
      return solanaAccounts[place] ?? name
    case "bip122":
      return getBitcoinAccounts(network)[place]?.segwit ?? name
    default:
      return accounts[place] ?? name
  }
}

/** By people. */
export const getBitcoinAccounts = (network: CaipNetworkId) =>
  bitcoinAccounts[bitcoinNetworks.get(network)?.addresses ?? "mainnet"]

const contractAddresses = { exchange: exchangeAddress, thief: maliciousRouters.keep } satisfies Record<
  (typeof contractNames)[number],
  `0x${string}`
>

/** The address of whom, or of what, a story names on the EVM; EIP-55 where it is ours. */
export const getStoryContract = (name: string): `0x${string}` =>
  toHexString(
    name === "exchange" || name === "thief" ? contractAddresses[name] : getStoryAddress(name, "eip155:1"),
  )

/** @throws StoryWorldFailed where there is none of that symbol */
export const getStoryToken = (symbol: string): Token => {
  const token = tokens.find((one) => one.symbol === symbol)
  if (token === undefined) throw new StoryWorldFailed({ detail: `there is no token ${symbol}` })
  return token
}

export const toHexString = (text: string): `0x${string}` => `0x${text.replace(/^0x/, "")}`
