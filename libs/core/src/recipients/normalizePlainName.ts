/** Labels of ASCII letters, digits and single hyphens, none of which reads as an address. */
const plain = /^(?!(?:.*\.)?0x)[a-z0-9]+(?:[-.][a-z0-9]+)*$/

/**
 * Returns the normal form of a name that ENSIP-15 judges without a table: its labels have nothing but ASCII letters,
 * digits and single hyphens. Returns `undefined` for any other. `name` is in lower case. Source: ENSIP-15.
 */
export const normalizePlainName = (name: string): string | undefined => (plain.test(name) ? name : undefined)
