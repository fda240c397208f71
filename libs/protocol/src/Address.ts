/** How many characters of a long text stay. */
export interface Truncation {
  readonly leading: number
  readonly trailing: number
}

/**
 * Shortens in the middle: `0xab...5Bfcdb`. What is no longer than both ends together stays whole, and no character
 * is cut in half. For showing only; never where a person checks whom they pay.
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
 * Five CSS colours for an avatar, from the address's first six hex digits, each 15 % nearer to white. What every
 * address of its kind begins with, as `bc1`, says nothing of it.
 * Addresses without six hex digits are padded, so that every text has colours.
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
