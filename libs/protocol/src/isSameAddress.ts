/** Letters mean the same in either case: those of hex, with 0x or as a hash, and of bech32. Those of base58 do not. */
export const isCaseInsensitiveAddress = (text: string): boolean =>
  /^(?:0x[0-9a-f]+|[0-9a-f]{64}|(?:bc|tb|bcrt)1[0-9a-z]+)$/i.test(text)

/** One form for all ways to write the same address, or the same hash. */
export const toAddressKey = (text: string): string =>
  isCaseInsensitiveAddress(text) ? text.toLowerCase() : text

/** Whether two addresses, or two hashes, of any chain are the same. */
export const isSameAddress = (a: string, b: string): boolean => toAddressKey(a) === toAddressKey(b)
