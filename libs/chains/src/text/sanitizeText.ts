import { deceptiveCharacters } from "./printable.ts"

/** Sanitizes like `sanitizeLine`, but keeps line breaks and reports the number of omitted characters. */
export const sanitizeText = (text: string, limit: number): string => {
  const lines = text.slice(0, limit).split(/\r\n?|\n/)
  const clean = lines.map((line) => line.replaceAll("\t", " ").replace(deceptiveCharacters, "")).join("\n")
  return text.length > limit ? `${clean}… (${text.length - limit} more characters)` : clean
}
