/**
 * Texts whose signature is a secret: layers and exchanges derive the key of an account from it, so another site that gets
 * it has the account. Source: zkSync Lite, StarkEx, dYdX, ApeX, Loopring, Umbra, Privacy Pools, Privacy Cash, Hinkal, XMTP,
 * LUD-13.
 */
const seedTexts = [
  /\b(derives?|unlock(s|ing)?|recover(s|ing)?|restor(e|es|ing)|decrypt(s|ing)?)\b[^.!?\n]{0,100}\b(account|wallet|vault)\b/i,
  /\b(deriv(e|ing|ation)|unlock|recover|restore|generat(e|ing|ion)|create|encrypt(ed)?|decrypt)\b[^.!?\n]{0,100}\b(keys?|key ?pair|seed|secrets?|(private|deposit|withdrawal) notes?)\b/i,
  /\bonly sign (this|it)\b[^.!?\n]{0,40}\b(trust|for|on|if)/i,
  /\bonly ?sign ?on\b/i,
  /\b(never|do not|don['’]t)( ever)? sign\b[^.!?\n]{0,60}\b(other|anywhere|elsewhere|private keys?)\b/i,
  /\b(disclos|shar|reveal)ing (it|this|the|its)\b[^.!?\n]{0,60}\bcompromise/i,
  /\b(shielded|stealth)\b[^.!?\n]{0,60}\b(account|address|balance|wallet)\b/i,
  // To access an account is what any sign-in says, so these are told by their own words.
  /\baccess (zkSync|your Umbra) account\b/i,
  /\bPrivacy Money account\b/i,
  /\blog ?in to Hinkal\b/i,
  /\bXMTP : (Create|Enable) Identity\b/i,
  /\bkey nonce\b/i,
]

/** The first line of a sign-in text, such as of EIP-4361. It has a nonce, so no key can be derived from it. */
const signInText = /^[^\n]+ wants you to sign in with your [^\n]+ account:\n/

/** Returns true if a message says that its signature opens an account or makes a key. */
export const isKeySeed = (message: string): boolean =>
  !signInText.test(message) && seedTexts.some((text) => text.test(message))
