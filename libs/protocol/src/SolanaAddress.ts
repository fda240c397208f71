/**
 * Reports that a text has the form of a Solana address: 32 to 44 base58 characters. Solana addresses have no
 * checksum.
 */
export const isSolanaAddress = (input: string): boolean => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(input)
