import fc from "fast-check"

/**
 * Any text, of lone halves of pairs too. Of the units that fast-check has itself, `binary` takes most of a second to be
 * made.
 */
export const anyText = (limits: { readonly maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), ...limits })
