import { blake2b } from "@noble/hashes/blake2.js"
import { hex } from "@scure/base"
import type { ExplainedField } from "../../contract/Explanation.ts"
import { emptyExplanation } from "../../explain/emptyExplanation.ts"
import {
  type DescribeCall,
  type DescribedCall,
  makeAddressField,
  readAccount,
  toTextField,
} from "./DescribedCall.ts"

/** The hash by which multisignature wallets and explorers name a call. */
export const hashCall = (bytes: Uint8Array): string => `0x${hex.encode(blake2b(bytes, { dkLen: 32 }))}`

const toCallField = (
  label: string,
  { fields, intent, interpolatedIntent, value }: DescribedCall,
  bytes: Uint8Array,
): ExplainedField => ({
  label,
  text: intent ?? "",
  value: {
    _tag: "Call",
    call: { ...emptyExplanation, fields, intent, interpolatedIntent, value, digest: hashCall(bytes) },
  },
})

/** Calls of a batch that are read at most. */
const maxCalls = 100n

/** Reads calls in a call, each whole: of one that is not known, the end is not known either. */
export const batch =
  (describeNext: DescribeCall, failing: string): DescribeCall =>
  (read, context) => {
    const count = read.compact()
    if (count === null || count > maxCalls) return null
    const calls = []
    for (let at = 0n; at < count; at += 1n) {
      const start = read.position()
      const call = describeNext(read, context)
      if (call === null) return null
      calls.push({ call, bytes: read.since(start) })
    }
    return {
      intent: calls.length === 0 ? "No call" : "Several calls",
      interpolatedIntent: null,
      fields: [
        ...calls.map(({ bytes, call }, at) => toCallField(`Call ${at + 1}`, call, bytes)),
        toTextField("If one fails", failing),
      ],
      value: calls.reduce((sum, { call }) => sum + call.value, 0n),
      dangers: calls.flatMap(({ call }) => call.dangers),
    }
  }

/** A call as another account, whose proxy the signer is. */
export const asProxy =
  (describeNext: DescribeCall): DescribeCall =>
  (read, context) => {
    const real = readAccount(read, context)
    if (real === null) return null
    const isForced = read.byte()
    if (isForced === 1) read.byte()
    else if (isForced !== 0) return null
    const start = read.position()
    const call = describeNext(read, { ...context, from: real })
    if (call === null) return null
    return {
      intent: "Act for another account",
      interpolatedIntent: null,
      fields: [makeAddressField("For", real, context), toCallField("Call", call, read.since(start))],
      // What it sends is the other account's.
      value: 0n,
      dangers: call.dangers,
    }
  }
