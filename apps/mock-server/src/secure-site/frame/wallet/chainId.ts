/** Returns the CAIP-2 ID of a chain on the wire: a number, its text, or the ID itself. `null` for anything else. */
export const toCaipChainId = (chainId: string | number): string | null => {
  const text = String(chainId)
  if (/^[1-9]\d{0,15}$/.test(text)) return `eip155:${text}`
  return /^[-a-z\d]{3,8}:[-_a-zA-Z\d]{1,32}$/.test(text) ? text : null
}

/** Returns a chain's ID on the wire: a number for EVM networks, CAIP-2 for all others. */
export const toWireChainId = (chainId: string): string | number =>
  chainId.startsWith("eip155:") ? Number(chainId.slice("eip155:".length)) : chainId
