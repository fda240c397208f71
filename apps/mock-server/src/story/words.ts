import { type CaipNetworkId, isCaipNetworkId } from "@wmodal/protocol"
import * as z from "zod/mini"

/** The accounts of the test mnemonic, as a story calls them: on each chain one's own. The first is the person's. */
export const people = ["first", "second", "third", "fourth"] as const

/** Contracts, as a story calls them: who swaps, and who says so and steals. */
export const contracts = ["exchange", "thief"] as const

/** The chains that a story may be about. */
const chains = ["eip155", "solana", "bip122"] as const
export type StoryChain = (typeof chains)[number]

/** One line. Reports print it on terminals. */
export const text = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(1000),
    z.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, "it is one line of characters that can be printed"),
  )

export const amount = z
  .string()
  .check(z.regex(/^(\d+(\.\d+)?|max)$/, 'it is a decimal number in quotes, such as "1.5", or max'))

export const change = z
  .string()
  .check(z.regex(/^[+-]?\d+(\.\d+)?$/, 'it is a decimal number in quotes, such as "-1.5"'))

export const units = z
  .string()
  .check(
    z.regex(/^(\d+(\.\d+)?|unlimited)$/, 'it is a decimal number in quotes, such as "1.5", or unlimited'),
  )

const hexAddress = "0x[0-9a-fA-F]{40}"
/** Of Solana and Bitcoin: longer than any word that somebody could have meant. */
const otherAddress = "[0-9A-Za-z]{26,90}"

export const someone = z
  .string()
  .check(
    z.maxLength(255),
    z.regex(
      new RegExp(`^(${people.join("|")}|0x\\S+|${otherAddress}|\\S+[.:]\\S+)$`),
      `it is one of ${people.join(", ")}, an address, or a name with a dot`,
    ),
  )

export const holder = z
  .string()
  .check(
    z.regex(
      new RegExp(`^(${people.join("|")}|${hexAddress}|${otherAddress})$`),
      `it is one of ${people.join(", ")}, or an address`,
    ),
  )

export const contract = z
  .string()
  .check(
    z.regex(
      new RegExp(`^(${[...people, ...contracts].join("|")}|${hexAddress})$`),
      `it is one of ${[...people, ...contracts].join(", ")}, or an address`,
    ),
  )

export const chain = z.enum(chains)

export const chainOf = (network: CaipNetworkId): StoryChain | undefined =>
  chains.find((name) => network.startsWith(`${name}:`))

export const network = z.custom<CaipNetworkId>(
  (value) => isCaipNetworkId(value) && chainOf(value) !== undefined,
  "it is a CAIP-2 id such as eip155:1",
)
