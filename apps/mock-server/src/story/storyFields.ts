import { type CaipNetworkId, isCaipNetworkId } from "@wmodal/protocol"
import * as z from "zod/mini"

/** The accounts of the test mnemonic by name, with separate addresses per chain. The first is the user's. */
export const accountNames = ["first", "second", "third", "fourth"] as const

/** The contracts by name: one that swaps, and one that only claims to swap and steals. */
export const contractNames = ["exchange", "thief"] as const

/** The supported chains of a story. */
const storyChains = ["eip155", "solana", "bip122", "polkadot"] as const
/** A namespace that stories can use. */
export type StoryChain = (typeof storyChains)[number]

/** One line, because reports print it on terminals. */
export const textField = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(1000),
    z.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, "it must be one line of printable characters"),
  )

export const amountField = z
  .string()
  .check(z.regex(/^(\d+(\.\d+)?|max)$/, 'it must be a decimal number in quotes, such as "1.5", or max'))

export const changeField = z
  .string()
  .check(z.regex(/^[+-]?\d+(\.\d+)?$/, 'it must be a decimal number in quotes, such as "-1.5"'))

export const unitsField = z
  .string()
  .check(
    z.regex(
      /^(\d+(\.\d+)?|unlimited)$/,
      'it must be a decimal number in quotes, such as "1.5", or unlimited',
    ),
  )

const hexAddress = "0x[0-9a-fA-F]{40}"
/** An address of Solana or Bitcoin. The minimum length exceeds any name in a story. */
const otherAddress = "[0-9A-Za-z]{26,90}"

export const recipientField = z
  .string()
  .check(
    z.maxLength(255),
    z.regex(
      new RegExp(`^(${accountNames.join("|")}|0x\\S+|${otherAddress}|\\S+[.:]\\S+)$`),
      `it must be one of ${accountNames.join(", ")}, an address, or a name with a dot`,
    ),
  )

export const holderField = z
  .string()
  .check(
    z.regex(
      new RegExp(`^(${accountNames.join("|")}|${hexAddress}|${otherAddress})$`),
      `it must be one of ${accountNames.join(", ")}, or an address`,
    ),
  )

export const contractField = z
  .string()
  .check(
    z.regex(
      new RegExp(`^(${[...accountNames, ...contractNames].join("|")}|${hexAddress})$`),
      `it must be one of ${[...accountNames, ...contractNames].join(", ")}, or an address`,
    ),
  )

export const chainField = z.enum(storyChains)

/** Returns the namespace of a network; `undefined` if stories cannot use it. */
export const toStoryChain = (network: CaipNetworkId): StoryChain | undefined =>
  storyChains.find((name) => network.startsWith(`${name}:`))

export const networkField = z.custom<CaipNetworkId>(
  (value) => isCaipNetworkId(value) && toStoryChain(value) !== undefined,
  "it must be a CAIP-2 id such as eip155:1",
)
