/** The number of characters that `truncate` keeps at each end. */
export interface Truncation {
  readonly leading: number
  readonly trailing: number
}

/**
 * Shortens a text in the middle: `0xab...5Bfcdb`. A text no longer than both ends together stays whole, and no
 * character is cut in half. For display only: never use it where a user checks a recipient.
 */
export const truncate = (
  text: string,
  { leading, trailing }: Truncation = { leading: 4, trailing: 6 },
): string => {
  const characters = Array.from(text)
  const left = characters.length - trailing
  return left <= leading
    ? text
    : `${characters.slice(0, leading).join("")}...${characters.slice(left).join("")}`
}

/**
 * Returns five CSS colors for an avatar, from the address's first six hex digits, each 15 % nearer to white. Skips
 * the prefix that every address of its kind shares, such as `bc1`.
 * Pads addresses without six hex digits, so that every text has colors.
 */
export const getAvatarColors = (address: string): readonly string[] => {
  const seed = address
    .replace(/^(0x|(bc|tb)1)/i, "")
    .replace(/[^0-9a-f]/gi, "")
    .slice(0, 6)
    .padEnd(6, "0")
  const channels = [0, 2, 4].map((at) => Number.parseInt(seed.slice(at, at + 2), 16))
  return [0, 15, 30, 45, 60].map(
    (percent) => `rgb(${channels.map((c) => Math.round(c + ((255 - c) * percent) / 100)).join(", ")})`,
  )
}
