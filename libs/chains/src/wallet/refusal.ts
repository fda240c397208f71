/**
 * Texts by which wallets say that their user refused, before anything was signed: "User denied transaction signature",
 * "Rejected by user", "You cancelled the request", the codes of ethers and Trezor. A text that names no user is none:
 * nodes reject and relays cancel, too. An approval and a request to sign are the user's alone, so that Backpack's
 * "Approval Denied" and the "sign request declined" of Solana's phones are refusals. "Rejected by user operation pool" and "by the user's node" are theirs, and "The
 * user aborted a request" is what a browser says of its own request to a node.
 */
const refusalPattern =
  /(?:(?:\b|_)(?:user|you)[ _-]?(?:has |have )?(?:(?:reject|den(?:y|ied|ies)|declin|refus|disapprov|cancel)\w*\b(?! by\b)|abort\w* (?:the |this )?(?:transaction|signing|signature)\b)|\b(?:reject|deni|declin|refus|disapprov|cancel)\w* (?:by (?:the |your )?user(?=\s*$|\s*[,?"}\]]|\s+(?:on|in|at|via|with|from|before)\b)|on (?:the |your )?(?:\w+ )?device\b)|(?:\b|_)action_?(?:rejected|cancell?ed)\b|\b(?:approval denied|sign request declined)\b|用户(?:已)?(?:取消|拒绝))(.*)/is

/**
 * What may follow the refusal of a payment: nothing, or what is refused. "User cancelled waiting for the receipt" and
 * "rejected the second transaction" speak of one that is on its way.
 */
const refusedPattern =
  /^\W*(?:$|(?:(?:to |for )?(?:the |a |an |this |your |it\b)*(?:(?:\w+ )?(?:request|transaction|signature|signing|sign|message|operation|action|approval|transfer|payment|send|tx)\b|\W*$)|(?:on|in|at|via|with|from|before)\b))/i

/** Ledger's status words for a refusal on the device. Source: `StatusCodes` of `@ledgerhq/errors`. */
const deviceRefusalPattern = /\b0x(?:6985|5501)\b/i
const deviceRefusalCodes: readonly unknown[] = [0x6985, 0x5501]

/** Words of a sentence that leaves open whether the user refused. */
const doubtPattern =
  /\b(?:if|or|not|may|might|maybe|could|whether|unless|unknown|possibly|perhaps|probably|likely)\b|n['’]t\b/i

/** Words about a transaction that may be on its way. */
const sentPattern =
  /\b(?:already|broadcast\w*|submitted|sent|pending|mined|mempool|nonce|replac\w+|expired|revert\w*|time[ds]?[ -]?out)\b/i

/** Words about what follows a broadcast, and about what is no payment. */
const followUpPattern =
  /\b(?:wait\w*|receipt|poll\w*|on its way|speed\w*|second|notifications?|permissions?|confirmations?)\b|\b0x[0-9a-f]{64}\b/i

/** A browser's code and name for a request that its own caller ended. Source: DOM, section 3.2. */
const abortValues: readonly unknown[] = [20, "AbortError"]

/** Returns true if one of an error's values says that the transaction may be on its way. */
export const mayBeSent = (values: readonly unknown[]): boolean =>
  values.some(
    (value) =>
      abortValues.includes(value) ||
      (typeof value === "string" && (sentPattern.test(value) || followUpPattern.test(value))),
  )

/** The members of an error that tell what happened, as a text or as a code. */
export const tellingMembers = [
  "message",
  "reason",
  "details",
  "shortMessage",
  "name",
  "code",
  "statusText",
  "statusCode",
]

/**
 * Returns true if one of an error's values clearly says that the user refused, and none that it may be sent.
 * @param sends the error is that of a payment: its words have to speak of that one alone
 */
export const isRefusal = (values: readonly unknown[], sends: boolean): boolean => {
  const texts = values.filter((value) => typeof value === "string").map((text) => text.slice(0, 1_000))
  const isRefused = (part: string) => {
    const after = refusalPattern.exec(part)?.[1]
    return after !== undefined && !doubtPattern.test(part) && (!sends || refusedPattern.test(after))
  }
  return (
    !(sends ? mayBeSent(values) : texts.some((text) => sentPattern.test(text))) &&
    (values.some((value) => deviceRefusalCodes.includes(value)) ||
      texts.some((text) => deviceRefusalPattern.test(text) || text.split(/[.;:!()\n]/).some(isRefused)))
  )
}
