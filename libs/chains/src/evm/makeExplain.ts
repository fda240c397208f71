import type { Network } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Actions, Asking } from "../contract/Actions.ts"
import type { Explained } from "../contract/Explanation.ts"
import type { Trial } from "../contract/Transfer.ts"
import type { WalletCall } from "../contract/WalletCalls.ts"
import { dangersOfTrial } from "../explained/dangersOfTrial.ts"
import { isLegible, messageField } from "../explained/message.ts"
import { unknown } from "../explained/unknown.ts"
import { sanitizeLine } from "../text/printable.ts"
import { tryCalls } from "./contracts/tryCalls.ts"
import { approvalsInCall } from "./dangers/approvalsInCall.ts"
import { approvalsInLogs } from "./dangers/approvalsInLogs.ts"
import { dangersOfTypedData } from "./dangers/dangersOfTypedData.ts"
import { sentOf } from "./dangers/sentOf.ts"
import { unlimitedApprovals } from "./dangers/unlimitedApprovals.ts"
import type { DescriptorFile } from "./explain/DescriptorFile.ts"
import { type Descriptors, knownDescriptors } from "./explain/Descriptors.ts"
import type { Explaining } from "./explain/Explaining.ts"
import { explainCall } from "./explain/explainCall.ts"
import { explainTypedData } from "./explain/explainTypedData.ts"
import type { Reader } from "./explain/Reader.ts"
import { isHexBytes, textToHex } from "./Hex.ts"
import { keccak256, personalMessageDigest } from "./keccak.ts"
import { token } from "./token.ts"

type Request = Parameters<Actions["explain"]>[0]

/** `own` are the host's descriptors; all are made ready once, when the first request comes. */
export const makeExplain = (
  own: readonly DescriptorFile[],
  warn?: (text: string) => void,
): Actions["explain"] => {
  let known: Descriptors | null = null
  return (asked) =>
    Effect.suspend(() => {
      const { from, network, request } = asked
      known ??= knownDescriptors(own, warn)
      const explaining = {
        chainId: BigInt(network.id),
        from,
        descriptors: known,
        read: readerFor(asked, asked.nameOf),
      }
      switch (request._tag) {
        case "Transaction": {
          const sent = sentOf(request.transaction, from)
          return sent === null
            ? Effect.succeed(unread(JSON.stringify(request.transaction), { _tag: "Unavailable" }))
            : explainSent(asked, explaining, [{ ...sent.call, gas: sent.gas }], sent.chainId)
        }
        case "Transactions":
          // No EVM wallet takes several at once: what goes as one is a batch of calls.
          return Effect.succeed(unread(JSON.stringify(request.transactions), { _tag: "Unavailable" }))
        case "Calls":
          return explainSent(asked, explaining, request.calls, null)
        case "TypedData":
          return explainSigned(asked, explaining, request.typedData)
        case "Message":
          return Effect.succeed(signedText(request.message))
        case "Other":
          return Effect.succeed(unread(request.params, null))
      }
    })
}

type SentCall = WalletCall & { readonly gas?: string | null }

const explainSent = (
  asked: Request,
  explaining: Explaining,
  calls: readonly [SentCall, ...SentCall[]],
  chainId: string | null,
): Effect.Effect<Explained> => {
  const [first, ...others] = calls
  const inWords = (call: WalletCall) => explainCall({ ...explaining, call })
  return Effect.map(
    Effect.all(
      {
        first: inWords(first),
        others: Effect.forEach(others, inWords, { concurrency: 8 }),
        tried: trialOf(asked, calls),
      },
      { concurrency: "unbounded" },
    ),
    (found) => ({
      calls: [found.first, ...found.others],
      dangers: [
        ...found.tried.approvals,
        ...(chainId === null || BigInt(chainId) === explaining.chainId
          ? []
          : [{ _tag: "OtherChain", said: chainId } as const]),
        ...dangersOfTrial(found.tried.trial),
      ],
      trial: found.tried.trial,
    }),
  )
}

/** With whom the calls would let take all there is, as far as they say so themselves or tokens do while they run. */
const trialOf = Effect.fnUntraced(function* ({ from, rpc, tokens }: Request, calls: readonly SentCall[]) {
  const told = calls.flatMap(({ data, to }) => approvalsInCall(to, data))
  // A swap is waited for, and made anew every few seconds: what need not wait for the trial does not.
  const [{ logs, trial }, said] = yield* Effect.all(
    [tryCalls(rpc, { from, calls, tokens }), unlimitedApprovals(rpc, told)],
    { concurrency: "unbounded" },
  )
  const seen = yield* unlimitedApprovals(rpc, yield* approvalsInLogs(rpc, logs, from, told))
  const isBlind = said.some(({ _tag }) => _tag === "Blind")
  return { trial, approvals: [...said, ...seen.filter(({ _tag }) => !isBlind || _tag !== "Blind")] }
})

const explainSigned = (
  { rpc }: Request,
  explaining: Explaining,
  typedData: string,
): Effect.Effect<Explained> =>
  Effect.map(
    Effect.all(
      [
        explainTypedData({ ...explaining, typedData }),
        dangersOfTypedData(rpc, typedData, explaining.chainId),
      ],
      { concurrency: "unbounded" },
    ),
    ([explanation, dangers]) => {
      // What cannot be hashed as EIP-712 has the digest of its text, and nobody knows what a wallet makes of it.
      const isRead = explanation.digest !== keccak256(textToHex(typedData))
      const isSaid = dangers.some(({ _tag }) => _tag === "Blind")
      return {
        calls: [explanation],
        dangers: isRead || isSaid ? dangers : [...dangers, { _tag: "Blind" }],
        trial: null,
      }
    },
  )

/** What nobody here can read. */
const unread = (text: string, trial: Trial | null): Explained => ({
  calls: [{ ...unknown, digest: keccak256(textToHex(text)) }],
  dangers: [{ _tag: "Blind" }, ...(trial === null ? [] : dangersOfTrial(trial))],
  trial,
})

/** Source: EIP-191. */
const signedText = (message: string): Explained => {
  const bytes = isHexBytes(message) ? message : textToHex(message)
  return {
    calls: [
      {
        ...unknown,
        intent: "Sign message",
        fields: [messageField(message)],
        digest: personalMessageDigest(bytes),
      },
    ],
    dangers:
      (!isHexBytes(message) || bytes === "0x") && isLegible(message, (bytes.length - 2) / 2)
        ? []
        : [{ _tag: "Blind" }],
    trial: null,
  }
}

/** Nothing is said of a token of another network than the one in use. */
const readerFor = (asking: Asking, nameOf: Request["nameOf"]): Reader => {
  const { network } = asking
  const tokens = new Map<string, Effect.Success<ReturnType<Actions["token"]>>>()
  return {
    token: (address, chainId) => {
      const known = tokens.get(address)
      if (known !== undefined) return Effect.succeed(known)
      return chainId === BigInt(network.id)
        ? Effect.tap(token({ ...asking, token: address }), (description) =>
            Effect.sync(() => {
              tokens.set(address, description)
            }),
          )
        : Effect.fail("another network")
    },
    nameOf: (address) => {
      const name = nameOf(address)
      return name === null ? null : sanitizeLine(name, 64)
    },
    network: (chainId) => (chainId === BigInt(network.id) ? shown(network) : null),
  }
}

const shown = ({ name, nativeCurrency }: Network) => ({ name, currency: nativeCurrency })
