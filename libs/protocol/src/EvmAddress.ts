/** Whether it has the form of an EVM address: 40 hex digits of any case, `0x` before them or not. No checksum is read. */
export const isEvmAddress = (input: string): boolean => /^(?:0x)?[0-9a-f]{40}$/i.test(input)
