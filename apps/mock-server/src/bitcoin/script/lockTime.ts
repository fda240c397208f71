/** Lower lock times are heights; others are Unix seconds. */
export const lockTimeThreshold = 500_000_000
/** A sequence number from this value on disables the relative lock. Source: BIP-68. */
export const sequenceDisabled = 0x8000_0000
/** The flag of a sequence in units of 512 seconds instead of blocks. */
export const sequenceIsTime = 0x0040_0000
export const sequenceMask = 0xffff
