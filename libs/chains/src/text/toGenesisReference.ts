/**
 * Returns the reference of a CAIP-2 id that is the beginning of the genesis block's hash; `null` if this is no hash.
 * Source: CAIP-4, CAIP-30.
 */
export const toGenesisReference = (hash: unknown): string | null =>
  typeof hash === "string" && /^[0-9A-Za-z]{32,64}$/.test(hash.trim()) ? hash.trim().slice(0, 32) : null
