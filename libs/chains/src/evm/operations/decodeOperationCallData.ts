import type { ExpectedTransaction } from "../AccountTransaction.ts"

/** `handleOpsPattern` of version 0.6, and of later versions: sender, nonce and call have the same positions in both. */
const handleOpsPattern = /^0x(?:1fad948c|765e827f)/

/**
 * Decodes the calldata that an operation sends to its account, from the bundle; `null` if it is undecodable. In lower
 * case.
 * @param input of the bundle's transaction
 */
export const decodeOperationCallData = (
  input: string,
  { nonce, sender }: { readonly nonce: bigint; readonly sender: string },
): string | null => {
  if (!handleOpsPattern.test(input)) return null
  const words = input.slice(10)
  /** Reads the number at a byte; `NaN` if it cannot be an offset. */
  const at = (byte: number): number => {
    const digits = words.slice(byte * 2, byte * 2 + 64)
    return /^0{52}[\da-f]{12}$/.test(digits) ? Number(`0x${digits}`) : Number.NaN
  }
  const list = at(0)
  const count = Math.min(at(list), maxOperations)
  for (let place = 0; place < count; place++) {
    const operation = list + 32 + at(list + 32 + place * 32)
    const own = words.slice(operation * 2, operation * 2 + 128)
    if (own !== sender.slice(2).padStart(64, "0") + nonce.toString(16).padStart(64, "0")) continue
    const data = operation + at(operation + 96)
    const length = at(data)
    const callData = words.slice((data + 32) * 2, (data + 32 + length) * 2)
    return callData.length === length * 2 ? `0x${callData}` : null
  }
  return null
}

/** The maximum number of operations; a bundle has room for fewer. */
const maxOperations = 1_000

/**
 * Returns true if a smart account is called to do this and nothing else. Accounts of all vendors encode a call as
 * recipient, amount and data, in this order: the data follows immediately, after the length of all three (ERC-7579); or
 * it is behind its offset and length, and some have the kind of the call between those. A second call fits neither
 * before it nor in the zero padding after it.
 */
export const isCallTo = (callData: string, { input, to, value }: ExpectedTransaction): boolean => {
  const whomAndHowMuch = to.slice(2) + value.toString(16).padStart(64, "0")
  const start = callData.indexOf(whomAndHowMuch)
  if (start < 0 || start > headLength) return false
  const rest = callData.slice(start + whomAndHowMuch.length)
  const data = input.slice(2)
  const ends = (digits: string, wanted: string) =>
    digits.startsWith(wanted) && /^0*$/.test(digits.slice(wanted.length))
  const counted = toLengthWord(data) + data
  return (
    (callData.slice(0, start).endsWith(toLengthWord(whomAndHowMuch + data)) && ends(rest, data)) ||
    ends(rest.slice(64), counted) ||
    ends(rest.slice(128), counted)
  )
}

/** Returns the length as a word. @param digits of hex */
const toLengthWord = (digits: string) => (digits.length / 2).toString(16).padStart(64, "0")

/** The number of digits of a selector and six words. */
const headLength = 2 + 2 * (4 + 6 * 32)
