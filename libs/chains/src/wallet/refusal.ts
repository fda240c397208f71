/**
 * Texts by which wallets say that their user refused, before anything was signed: "User denied transaction signature",
 * "Rejected by user", "You cancelled the request", the codes of ethers and Trezor. A text that names no user is none:
 * nodes reject and relays cancel, too. "Rejected by user operation pool" and "by the user's node" are theirs.
 */
const refusalPattern =
  /(?:\b|_)(?:user|you)[ _-]?(?:has |have )?(?:reject|den(?:y|ied|ies)|declin|refus|disapprov|cancel|abort)\w*\b(?! by\b)|\b(?:reject|deni|declin|refus|disapprov|cancel|abort)\w* (?:by (?:the |your )?user(?=\s*$|\s*[,?"}\]]|\s+(?:on|in|at|via|with|from|before)\b)|on (?:the |your )?(?:\w+ )?device\b)|(?:\b|_)action_?(?:rejected|cancell?ed)\b|用户(?:已)?(?:取消|拒绝)/i

/** Ledger's status words for a refusal on the device. Source: `StatusCodes` of `@ledgerhq/errors`. */
const deviceRefusalPattern = /\b0x(?:6985|5501)\b/i
const deviceRefusalCodes: readonly unknown[] = [0x6985, 0x5501]

/** Words of a sentence that leaves open whether the user refused. */
const doubtPattern =
  /\b(?:if|or|not|may|might|maybe|could|whether|unless|unknown|possibly|perhaps|probably|likely)\b|n['’]t\b/i

/** Words about a transaction that may be on its way. */
const sentPattern =
  /\b(?:already|broadcast\w*|submitted|sent|pending|mined|mempool|nonce|replac\w+|expired|time[ds]?[ -]?out)\b/i

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

/** Returns true if one of an error's values clearly says that the user refused, and none that it may be sent. */
export const isRefusal = (values: readonly unknown[]): boolean => {
  const texts = values.filter((value) => typeof value === "string").map((text) => text.slice(0, 1_000))
  return (
    !texts.some((text) => sentPattern.test(text)) &&
    (values.some((value) => deviceRefusalCodes.includes(value)) ||
      texts.some(
        (text) =>
          deviceRefusalPattern.test(text) ||
          text.split(/[.;:!()\n]/).some((part) => refusalPattern.test(part) && !doubtPattern.test(part)),
      ))
  )
}
