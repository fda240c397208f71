import fc from "fast-check"

/**
 * An arbitrary text, including lone surrogates. Of the units in fast-check, `binary` takes most of a second to
 * create.
 */
export const anyText = (limits: { readonly maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), ...limits })
