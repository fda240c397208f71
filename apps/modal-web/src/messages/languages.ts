import type { Catalogue } from "./Catalogue.ts"

/** Languages beside English, each its own chunk. `en-XA` is made from English to find texts that do not fit. */
const languages: Readonly<Record<string, () => Promise<Catalogue>>> = {
  "en-XA": async () => (await import("./pseudo.ts")).pseudo,
}

/** The catalogue of a language, or of its base language; `null` for English and for whatever is not there. */
export const loadLanguage = async (language: string): Promise<Catalogue | null> => {
  const [base = ""] = language.split("-")
  const load = languages[language] ?? languages[base]
  if (load === undefined) return null
  try {
    const [catalogue] = await Promise.all([load(), import("./icu.ts")])
    return catalogue
  } catch {
    return null
  }
}
