import * as z from "zod/mini"

/** A check that a text is of this form. Zod's own for it would weigh on every page's first load, and says no more. */
export const matchesPattern = (form: RegExp) =>
  z.refine<string>((text) => form.test(text), `not of the form ${form.source}`)
