import { decodeAddress, toAddressWord } from "../contracts/contractAbi.ts"
import type { EventLog } from "../simulationRun.ts"

/**
 * Amounts and numbers are smaller. An address with as many zeros cannot be made: it has 8 zero bytes at its start.
 */
const minAddress = 2n ** 96n
const maxAddress = 2n ** 160n

/** A hash of 32 bytes has no such run, but for one in half a million; packed texts, calls and addresses have. */
const zeroRun = /^(?:..)*?000000/

/** Who may be named without harm: the account and the other ones of the same wallet. Addresses in any case. */
export type Parties = readonly string[]

/**
 * Returns whether the calldata of a call that cannot be read may name another party. Who gets a right, or money,
 * has to be named. It names no one else where each word is a number, a party, or a hash.
 */
export const callNamesOthers = (data: string, parties: Parties): boolean => {
  const words = splitWords(data.slice(10))
  return (
    data.length < 10 ||
    words === null ||
    words.some((word) => !isNumber(word) && !isParty(word, parties) && !isHash(word))
  )
}

/** Returns whether a call names parties, at least one, and nothing else: no amount, number or hash that could be an offer. */
export const namesOnly = (data: string, parties: Parties): boolean => {
  const words = splitWords(data.slice(10)) ?? []
  return words.length > 0 && words.every((word) => isParty(word, parties))
}

/** Returns the words of calldata that may stand for what cannot be read: hashes of agreements, accounts of other chains. */
export const listHashes = (data: string): readonly string[] =>
  (splitWords(data.slice(10)) ?? []).filter((word) => toNumber(word) >= maxAddress)

/**
 * Returns whether an event names another party than the account and the contract itself, or repeats a hash of the
 * call: then the contract keeps what the hash stands for. What arrives may be from anybody.
 */
export const eventNamesOthers = (
  { address, data, topics }: EventLog,
  account: string,
  parties: Parties,
  hashes: readonly string[],
): boolean => {
  const [event, from, to] = topics
  if (event === transferTopic && to === toAddressWord(account)) return false
  if (event === transferTopic && from === toAddressWord(account)) return true
  const words = splitWords(data.slice(2))
  return (
    words === null ||
    [...topics.map((topic) => topic.slice(2).toLowerCase()), ...words].some(
      (word) => hashes.includes(word) || (isAddress(word) && !isParty(word, [...parties, address])),
    )
  )
}

/** `Transfer(address,address,uint256)`. Source: ERC-20, ERC-721. */
const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

/** Returns the words of hex digits in lower case; `null` for what is not made of whole words. */
const splitWords = (digits: string): readonly string[] | null =>
  /^(?:[0-9a-f]{64})*$/i.test(digits) ? (digits.toLowerCase().match(/.{64}/g) ?? []) : null

const toNumber = (word: string) => BigInt(`0x${word}`)
const isNumber = (word: string) => toNumber(word) < minAddress
const isAddress = (word: string) => !isNumber(word) && toNumber(word) < maxAddress
const isHash = (word: string) => !zeroRun.test(word)
const isParty = (word: string, parties: Parties) => {
  const named = decodeAddress(`0x${word}`)
  return parties.some((party) => party.toLowerCase() === named)
}
