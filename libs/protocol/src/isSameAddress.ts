/** Reports that a text ignores case: hex (with 0x, or as a hash) and bech32. Base58 is case-sensitive. */
export const isCaseInsensitiveAddress = (text: string): boolean =>
  /^(?:0x[0-9a-f]+|[0-9a-f]{64}|(?:bc|tb|bcrt)1[0-9a-z]+)$/i.test(text)

/** Returns one canonical form for all spellings of an address or hash. */
export const toAddressKey = (text: string): string =>
  isCaseInsensitiveAddress(text) ? text.toLowerCase() : text

/** Compares two addresses, or two hashes, of any chain. */
export const isSameAddress = (a: string, b: string): boolean => toAddressKey(a) === toAddressKey(b)
