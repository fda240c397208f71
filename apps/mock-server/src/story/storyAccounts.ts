import { makeTestPolkadotSigner } from "@wmodal/dev-wallet/polkadot"
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

/**
 * Returns the address of a named account on a network; other texts are unchanged. On Bitcoin it is the payment
 * address.
 */
export const getStoryAddress = (name: string, network: CaipNetworkId): string => {
  const place = accountNames.findIndex((person) => person === name)
  switch (toStoryChain(network)) {
    case "solana":
      return solanaAccounts[place] ?? name
    case "bip122":
      return getBitcoinAccounts(network)[place]?.segwit ?? name
    case "polkadot":
      return place < 0 ? name : makeTestPolkadotSigner(place).address
    default:
      return accounts[place] ?? name
  }
}

/** Returns the Bitcoin accounts by name. */
export const getBitcoinAccounts = (network: CaipNetworkId) =>
  bitcoinAccounts[bitcoinNetworks.get(network)?.addresses ?? "mainnet"]

const contractAddresses = { exchange: exchangeAddress, thief: maliciousRouters.keep } satisfies Record<
  (typeof contractNames)[number],
  `0x${string}`
>

/** Returns the EVM address of a named account or contract; EIP-55 for known names. */
export const getStoryContract = (name: string): `0x${string}` =>
  toHexString(
    name === "exchange" || name === "thief" ? contractAddresses[name] : getStoryAddress(name, "eip155:1"),
  )

/** Returns the token of a symbol. @throws StoryWorldFailed when there is none */
export const getStoryToken = (symbol: string): Token => {
  const token = tokens.find((one) => one.symbol === symbol)
  if (token === undefined) throw new StoryWorldFailed({ detail: `unknown token ${symbol}` })
  return token
}

export const toHexString = (text: string): `0x${string}` => `0x${text.replace(/^0x/, "")}`
