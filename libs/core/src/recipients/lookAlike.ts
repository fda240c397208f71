import { truncate } from "@wmodal/protocol"

/** Number of characters at each end that a user compares. */
const comparedLength = 4

/** The prefix of every segwit address. Source: BIP-173, BIP-350. */
const segwitPrefix = /^(?:bc|tb|bcrt)1[qp]/i

/**
 * Returns whether two addresses, both from `normalizeAddress`, look alike: the same ends, by four characters of each or
 * by the shortened form on screen, and another middle. Users compare letters without their case.
 */
export const isLookAlike = (one: string, other: string): boolean => {
  if (one === other) return false
  const [first, second] = [one.toLowerCase(), other.toLowerCase()]
  return getEnds(first) === getEnds(second) || truncate(first) === truncate(second)
}

/** Removes the prefix that all addresses share, which carries no information. */
const getEnds = (address: string) => {
  const digits = address.replace(segwitPrefix, "").replace(/^0x/, "")
  return `${digits.slice(0, comparedLength)} ${digits.slice(-comparedLength)}`
}

/** Letters with a stroke, which Unicode does not decompose. */
const strokedLetters: Readonly<Record<string, string>> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ħ: "h",
  ŧ: "t",
  ƀ: "b",
  ɨ: "i",
}

/**
 * Returns the plain letters that an accented name reads as at a glance, such as `alice.eth` for `alicé.eth`; `null` for a
 * name in plain letters or in another script. Names that imitate another script are invalid already (ENSIP-15).
 */
export const getPlainReading = (name: string): string | null => {
  const plain = name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^ -~]/gu, (letter) => strokedLetters[letter] ?? letter)
  return plain !== name.normalize("NFD") && /^[ -~]+$/.test(plain) ? plain : null
}
