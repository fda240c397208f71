import * as z from "zod/mini"

/** Returns a zod check that tests a text against a pattern. zod's own regex check would add to every first load. */
export const matchesPattern = (form: RegExp) =>
  z.refine<string>((text) => form.test(text), `not of the form ${form.source}`)
