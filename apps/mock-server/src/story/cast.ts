import { Data } from "effect"
import { accounts } from "../evm/accounts.ts"
import { exchangeAddress } from "../evm/exchange.ts"
import { thieves } from "../evm/thieves.ts"
import { type Token, tokens } from "../evm/tokens.ts"
import { type contracts, people } from "./Story.ts"

/** An address from what a story calls somebody; other texts stay. */
export const addressOfPerson = (name: string): string =>
  accounts[people.findIndex((person) => person === name)] ?? name

const byName = { exchange: exchangeAddress, thief: thieves.keep } satisfies Record<
  (typeof contracts)[number],
  `0x${string}`
>

/** The address of whom, or of what, a story names; EIP-55 where it is ours. */
export const contractOfStory = (name: string): `0x${string}` =>
  hexOf(name === "exchange" || name === "thief" ? byName[name] : addressOfPerson(name))

/** @throws StoryWorldFailed where there is none of that symbol */
export const tokenOfStory = (symbol: string): Token => {
  const token = tokens.find((one) => one.symbol === symbol)
  if (token === undefined) throw new StoryWorldFailed({ detail: `there is no token ${symbol}` })
  return token
}

export const hexOf = (text: string): `0x${string}` => `0x${text.replace(/^0x/, "")}`

/** The world did not do what the story needs. */
export class StoryWorldFailed extends Data.TaggedError("StoryWorldFailed")<{ readonly detail: string }> {
  override get message() {
    return `The story's world failed: ${this.detail}.`
  }
}
