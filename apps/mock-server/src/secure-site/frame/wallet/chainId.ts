/** The CAIP-2 id of what the wire takes as a chain: a number, its text, or the id itself. `null` for anything else. */
export const toCaipChainId = (chainId: string | number): string | null => {
  const text = String(chainId)
  if (/^[1-9]\d{0,15}$/.test(text)) return `eip155:${text}`
  return /^[-a-z\d]{3,8}:[-_a-zA-Z\d]{1,32}$/.test(text) ? text : null
}

/** As the wire names a chain: a number for those of the EVM, CAIP-2 for all others. */
export const toWireChainId = (chainId: string): string | number =>
  chainId.startsWith("eip155:") ? Number(chainId.slice("eip155:".length)) : chainId
