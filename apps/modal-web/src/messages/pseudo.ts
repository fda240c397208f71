import { buttonMessages } from "./buttonMessages.ts"
import { type Catalogue, englishMessages } from "./Catalogue.ts"
import "./names.ts"
import "./ownNetworks.ts"
import "./sessions.ts"
import "./paymentMessages.ts"
import "./walletMessages.ts"

const accents: Readonly<Record<string, string>> = {
  a: "á",
  c: "ç",
  e: "é",
  i: "î",
  n: "ñ",
  o: "ö",
  u: "ü",
  y: "ý",
  A: "Å",
  C: "Ç",
  E: "É",
  I: "Î",
  N: "Ñ",
  O: "Ö",
  U: "Û",
}

/** Returns text with accents and 40 % longer; placeholders and cases stay unchanged. */
const stretch = (message: string): string => {
  let depth = 0
  let result = ""
  let letters = 0
  for (const character of message) {
    if (character === "{") depth += 1
    if (character === "}") depth -= 1
    const plain = depth === 0 && character !== "}"
    result += plain ? (accents[character] ?? character) : character
    if (plain && /\p{L}/u.test(character)) letters += 1
  }
  return `${result} ${"ẋ".repeat(Math.ceil((letters || message.length / 3) * 0.4))}`
}

/** A pseudo-language: longer English, which shows texts that do not fit. */
export const pseudo: Catalogue = Object.fromEntries(
  Object.entries({ ...englishMessages, ...buttonMessages }).map(([id, message]) => [id, stretch(message)]),
)
