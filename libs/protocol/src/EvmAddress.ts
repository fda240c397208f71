/**
 * Reports that a text has the form of an EVM address: 40 hex digits of any case, with or without `0x`. Does not
 * verify the checksum.
 */
export const isEvmAddress = (input: string): boolean => /^(?:0x)?[0-9a-f]{40}$/i.test(input)

/** The placeholder for the native currency's contract in external APIs and at exchanges. Source: EIP-7528. */
export const evmNativeAddress = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"
