/** Below it a lock time is a height, from it on Unix seconds. */
export const lockTimeThreshold = 500_000_000
/** A sequence number from here on locks nothing. Source: BIP-68. */
export const sequenceDisabled = 0x8000_0000
/** Set where a sequence counts units of 512 seconds instead of blocks. */
export const sequenceIsTime = 0x0040_0000
export const sequenceMask = 0xffff
