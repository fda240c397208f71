/**
 * Texts whose signature is a secret: layers and exchanges derive the key of an account from it, so another site that gets
 * it has the account. Source: zkSync Lite, StarkEx, dYdX, Loopring, Umbra, Privacy Pools.
 */
const seedTexts = [
  /\b(access|unlock|derive|recover|restore|decrypt)\b[^.!?\n]{0,100}\b(account|wallet|vault)\b/i,
  /\b(access|unlock|derive|recover|restore|generate|create|encrypt|decrypt|enable)\b[^.!?\n]{0,100}\b(keys?|key ?pair|seed|secret|note)\b/i,
  /\bonly sign (this|it)\b[^.!?\n]{0,40}\b(trust|for|on|if)/i,
]

/** Returns true if a message says that its signature opens an account or makes a key. */
export const isKeySeed = (message: string): boolean => seedTexts.some((text) => text.test(message))
