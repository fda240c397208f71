/** The public mnemonic whose accounts every development chain funds. */
export const mnemonic = "test test test test test test test test test test test junk"
