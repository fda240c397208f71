/** The reasons without a member of their own that texts tell. */
type TextTag = "Declined" | "RequestPending" | "Locked" | "Unauthorized" | "Offline"

/** Words of a node, or of the page itself, which refuse and deny, too. */
const others = /\b(?:node|rpc|server|relay|network|api|origin|cors|access|rate|quota)\b/i

/** A few words and then the refusal: "Cancelled", "Connect request rejected", "Sign in cancelled". */
const refused =
  /^\W*(?:[\w-]+ ){0,4}(?:was |been |is )?(?:cancel(?:l?ed)?|reject(?:ed)?|denied|declined|disapproved)\W*$/i

/** What closes the wallet's question, and who leaves it. */
const closed =
  /\b(?:plugin|pop-?up|modal|window|sheet|dialog|prompt|wallet)[ _](?:was )?closed|\b(?:user )?closed (?:the )?(?:pop-?up|modal|window|sheet|dialog|prompt|wallet|\w+ request)\b|\buser (?:exited|dismissed|aborted?(?! a request)|did(?: not|n['’]t) (?:approve|confirm|accept))\b|(?:\b|_)tx_cancell?ed\b|\bcancell?edbyuser\b|^accounts received is empty$/i

/**
 * What wallets say without a code for it. For requests that send nothing: there a wrong reason cannot lead to a second
 * payment.
 */
const reasonTexts: readonly (readonly [says: (text: string) => boolean, tag: TextTag])[] = [
  [(text) => closed.test(text) || (refused.test(text) && !others.test(text)), "Declined"],
  // Polkadot.js and its kin, Talisman too, say that an authorization request is pending.
  [
    (text) =>
      /\balready (?:pending|processing|open|in progress)\b|\bpending (?:authori[sz]ation )?request\b|\brequest (?:is |already )?(?:pending|exists)\b|\b(?:another|duplicate) request\b|\brequested resource not available\b|\bwallet is busy\b/i.test(
        text,
      ),
    "RequestPending",
  ],
  [
    (text) =>
      /(?:wallet|extension|keyring|vault|controller|account|device|ledger)[ -]{1,3}(?:is |was )?locked\b|\blocked device\b|^\W*locked\W*$|\bunlock (?:your |the )?(?:wallet|device|extension|keyring|vault)\b|\b(?:not|must be) unlocked\b/i.test(
        text,
      ),
    "Locked",
  ],
  // Polkadot.js and its kin refuse a page that their user has refused before; Phantom says 4100 in words alone, and
  // Backpack forgets a page that connects again.
  [
    (text) =>
      /^the source \S+ (?:has not been enabled yet|is not allowed to interact)\b|\bnot been authorized by the user\b|\bnot an approved origin\b/i.test(
        text,
      ),
    "Unauthorized",
  ],
  [
    (text) =>
      /\bdisconnected (?:from|port)\b|\breceiving end does not exist\b|\b(?:port|channel) closed\b/i.test(
        text,
      ),
    "Offline",
  ],
]

/** Returns what a wallet's texts say of a request that sends nothing; `null` if they do not. */
export const findWords = (texts: readonly string[]): TextTag | null =>
  reasonTexts.find(([says]) => texts.some(says))?.[1] ?? null

const unsupportedPattern =
  /\b(?:method|feature)\b.{0,60}\b(?:not (?:supported|found|implemented|available)|does not exist|unsupported)|\b(?:unsupported|unknown) (?:rpc )?(?:method|feature)|\b(?:eth|personal|wallet|solana)_\w+ (?:is )?(?:not |un)supported|\b(?:wallet|account|provider) does(?: not|n['’]t) support (?!.*\b(?:chain|network)\b)/i

/** Returns whether a wallet's texts say that it lacks the method. */
export const saysUnsupported = (texts: readonly string[]): boolean =>
  texts.some((text) => unsupportedPattern.test(text))
