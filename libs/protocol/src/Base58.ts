const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

/** No address of the four namespaces is longer; without a limit, the work grows with the square of a pasted text. */
const longest = 120

/** The bytes of a base58 text in Bitcoin's alphabet; `null` where it has another character, none, or too many. */
export const decodeBase58 = (text: string): Uint8Array | null => {
  if (text === "" || text.length > longest) return null
  let value = 0n
  for (const character of text) {
    const digit = alphabet.indexOf(character)
    if (digit === -1) return null
    value = value * 58n + BigInt(digit)
  }
  const bytes: number[] = []
  for (; value > 0n; value >>= 8n) bytes.push(Number(value & 255n))
  // Each leading 1 is a zero byte, which a number does not have.
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  return Uint8Array.from([...new Uint8Array(zeros), ...bytes.toReversed()])
}
