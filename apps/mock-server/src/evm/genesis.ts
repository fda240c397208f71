/** Unix seconds at which every chain begins: 2026-01-01T00:00:00Z. */
export const genesisTimestamp = 1_767_225_600
