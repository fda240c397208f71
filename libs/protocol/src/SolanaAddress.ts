/** Whether it has the form of a Solana address: 32 to 44 base58 characters. It has no checksum to read. */
export const isSolanaAddress = (input: string): boolean => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(input)
