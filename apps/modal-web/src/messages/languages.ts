import type { Catalogue } from "./Catalogue.ts"

/** Languages other than English, one chunk each. `en-XA` is derived from English to show texts that do not fit. */
const languages: ReadonlyMap<string, () => Promise<Catalogue>> = new Map([
  ["en-XA", async () => (await import("./pseudo.ts")).pseudo],
])

/** Returns the catalogue of a language, or of its base language; `null` for English and for an unknown language. */
export const loadLanguage = async (language: string): Promise<Catalogue | null> => {
  const [base = ""] = language.split("-")
  const load = languages.get(language) ?? languages.get(base)
  if (load === undefined) return null
  try {
    const [catalogue] = await Promise.all([load(), import("./icu.ts")])
    return catalogue
  } catch {
    return null
  }
}
