/**
 * Returns the number of blocks in which a transaction is valid; `null` if it never expires. Source: the Polkadot
 * specification, mortality.
 * @param era 0x-hex, one or two bytes
 */
export const getEraPeriod = (era: string): number | null => {
  if (era === "0x00") return null
  const [low = 0, high = 0] = [era.slice(2, 4), era.slice(4, 6)].map((byte) => Number.parseInt(byte, 16))
  return 2 << ((low + (high << 8)) % 16)
}
